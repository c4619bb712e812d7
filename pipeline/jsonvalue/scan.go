package jsonvalue

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"strings"
	"unicode/utf8"
)

// This file reads valid JSON, in one pass over its bytes: a body is checked once, and then split again and again.

// comma returns the beginning of the value or key after the next comma, or the end of the list or object.
func comma(raw []byte, i int) int {
	i = blanks(raw, i)
	if i < len(raw) && raw[i] == ',' {
		i = blanks(raw, i+1)
	}
	return i
}

// blanks returns the end of the blanks from i on.
func blanks(raw []byte, i int) int {
	for i < len(raw) && (raw[i] == ' ' || raw[i] == '\n' || raw[i] == '\t' || raw[i] == '\r') {
		i++
	}
	return min(i, len(raw))
}

// textEnd returns the end of the string at i.
func textEnd(raw []byte, i int) int {
	for end := i + 1; ; end++ {
		quote := bytes.IndexByte(raw[end:], '"')
		if quote < 0 {
			return len(raw)
		}
		end += quote
		slashes := 0
		for raw[end-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return end + 1
		}
	}
}

// valueEnd returns the end of the value at i.
func valueEnd(raw []byte, i int) int {
	for depth := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			i = textEnd(raw, i) - 1
		case '{', '[':
			depth++
			continue
		case '}', ']':
			depth--
		default:
			if depth > 0 {
				continue
			}
			if n := bytes.IndexAny(raw[i:], ",]} \n\t\r"); n >= 0 {
				return i + n
			}
			return len(raw)
		}
		if depth <= 0 {
			return i + 1
		}
	}
	return len(raw)
}

// CanonicalValid is Canonical for a value that is known to be valid.
func CanonicalValid(raw json.RawMessage) (json.RawMessage, error) {
	b, depth := make([]byte, 0, len(raw)), 0
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; c {
		case ' ', '\n', '\t', '\r':
			continue
		case '"':
			end := textEnd(raw, i)
			b = appendText(b, raw[i:end])
			i = end - 1
			continue
		case '{', '[':
			if depth++; depth > maxDepth {
				return nil, errors.New("JSON nested too deep")
			}
		case '}', ']':
			depth--
		}
		b = append(b, raw[i])
	}
	return b, nil
}

// appendText appends a string in its canonical spelling.
func appendText(b []byte, raw json.RawMessage) []byte {
	if plain(raw) {
		return append(b, raw...)
	}
	text, _ := Text(raw)
	return AppendString(b, text)
}

// plain reports whether a string has no escapes and valid UTF-8.
func plain(raw []byte) bool { return bytes.IndexByte(raw, '\\') < 0 && utf8.Valid(raw) }

// Text returns the text of a JSON string; ok is false for anything else.
func Text(raw json.RawMessage) (text string, ok bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	if plain(raw) {
		return string(raw[1 : len(raw)-1]), true
	}
	if text, ok := unescaped(raw[1 : len(raw)-1]); ok {
		return text, true
	}
	err := json.Unmarshal(raw, &text)
	return text, err == nil
}

// TextOf returns the text of a JSON string; empty for anything else.
func TextOf(raw json.RawMessage) string {
	text, _ := Text(raw)
	return text
}

// OpensObject reports whether a text begins as an object does.
func OpensObject(body []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(body, " \t\r\n"), []byte("{"))
}

// keyOf returns the text of a key. Keys that occur in every message take no memory.
func keyOf(raw json.RawMessage) string {
	switch string(raw) {
	case `"role"`:
		return "role"
	case `"content"`:
		return "content"
	case `"type"`:
		return "type"
	case `"text"`:
		return "text"
	case `"id"`:
		return "id"
	case `"name"`:
		return "name"
	case `"arguments"`:
		return "arguments"
	}
	name, _ := Text(raw)
	return name
}

// unescaped returns the text between quotes if all escapes are of one letter; else ok is false.
func unescaped(raw []byte) (text string, ok bool) {
	if !utf8.Valid(raw) {
		return "", false
	}
	var b strings.Builder
	b.Grow(len(raw))
	for {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			b.Write(raw)
			return b.String(), true
		}
		letter := -1
		if i+1 < len(raw) {
			letter = strings.IndexByte(`"\/nrtbf`, raw[i+1])
		}
		if letter < 0 {
			return "", false
		}
		b.Write(raw[:i])
		b.WriteByte("\"\\/\n\r\t\b\f"[letter])
		raw = raw[i+2:]
	}
}

// Member is the position of a text member of an object: raw[Begin:End], with its quotes.
type Member struct {
	Key        string
	Begin, End int
}

// Texts yields the text members of objects at any depth, in the order of the source.
func Texts(raw json.RawMessage) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for i := 0; i < len(raw); i++ {
			if raw[i] != '"' {
				continue
			}
			end := textEnd(raw, i)
			begin := blanks(raw, end)
			if begin == len(raw) || raw[begin] != ':' {
				i = end - 1
				continue
			}
			key := raw[i:end]
			if begin = blanks(raw, begin+1); begin == len(raw) || raw[begin] != '"' {
				i = begin - 1
				continue
			}
			end = textEnd(raw, begin)
			if !yield(Member{keyOf(key), begin, end}) {
				return
			}
			i = end - 1
		}
	}
}
