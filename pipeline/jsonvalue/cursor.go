package jsonvalue

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// Cursor reads a JSON value as a program writes it: without blanks, and with the members of an object in one order, of
// which some may be missing. It refuses everything else, so that a value that it has read means to encoding/json what
// it means here. It takes a tenth of the time.
type Cursor struct {
	raw     []byte
	at      int
	refused bool
}

// NewCursor begins to read a value.
func NewCursor(raw []byte) *Cursor { return &Cursor{raw: raw, refused: !Valid(raw)} }

// Done reports whether the whole value was read. If not, what was read counts for nothing.
func (c *Cursor) Done() bool { return !c.refused && c.at == len(c.raw) }

// next returns the next byte; 0 after the end and when the value is refused.
func (c *Cursor) next() byte {
	if c.refused || c.at >= len(c.raw) {
		return 0
	}
	return c.raw[c.at]
}

// Take reads a bracket of an object, or the opening one of a list.
func (c *Cursor) Take(bracket byte) {
	if c.next() != bracket {
		c.refused = true
		return
	}
	c.at++
}

// Member reports whether a member of this name is next, and reads its name.
func (c *Cursor) Member(name string) bool {
	rest := c.raw[c.at:]
	switch {
	case c.next() == ',':
		rest = rest[1:]
	case c.refused || c.at == 0 || c.raw[c.at-1] != '{':
		return false
	}
	if len(rest) < len(name)+3 || rest[0] != '"' || string(rest[1:1+len(name)]) != name ||
		rest[1+len(name)] != '"' || rest[2+len(name)] != ':' {
		return false
	}
	c.at = len(c.raw) - len(rest) + len(name) + 3
	return true
}

// Item reports whether another item of a list is next, and reads the closing bracket if not.
func (c *Cursor) Item() bool {
	switch {
	case c.next() == ']':
		c.at++
		return false
	case c.next() == 0:
		return false
	case c.raw[c.at-1] == '[':
		return true
	}
	c.Take(',')
	return !c.refused
}

// Text reads a string.
func (c *Cursor) Text() string {
	if c.next() != '"' {
		c.refused = true
		return ""
	}
	end := textEnd(c.raw, c.at)
	text, ok := Text(c.raw[c.at:end])
	c.at, c.refused = end, !ok
	return text
}

// Int reads a number that is an int.
func (c *Cursor) Int() int {
	n, err := strconv.Atoi(c.number())
	c.refused = c.refused || err != nil
	return n
}

// Float reads a number.
func (c *Cursor) Float() float64 {
	f, err := strconv.ParseFloat(c.number(), 64)
	c.refused = c.refused || err != nil
	return f
}

func (c *Cursor) number() string {
	if b := c.next(); b != '-' && !isDigit(b) {
		c.refused = true
		return ""
	}
	begin := c.at
	c.at = valueEnd(c.raw, begin)
	return string(c.raw[begin:c.at])
}

// Bool reads true or false.
func (c *Cursor) Bool() bool {
	for _, word := range []string{"true", "false"} {
		if !c.refused && bytes.HasPrefix(c.raw[c.at:], []byte(word)) {
			c.at += len(word)
			return word == "true"
		}
	}
	c.refused = true
	return false
}

// Raw reads a value as it is written, but for null.
func (c *Cursor) Raw() json.RawMessage {
	switch c.next() {
	case 0, 'n', ' ', '\t', '\r', '\n':
		c.refused = true
		return nil
	}
	begin := c.at
	c.at = valueEnd(c.raw, begin)
	return bytes.Clone(c.raw[begin:c.at])
}
