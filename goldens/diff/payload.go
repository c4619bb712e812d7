// This file compares JSON values within texts, to find edits of words that are edits of values, ignoring the order of
// keys, blanks and spelling.

package diff

import (
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Member is a difference at one place of two JSON values: before and after are JSON, empty if missing.
type Member struct {
	Path   string // a JSONPath: $.nodes[0].title
	Before string
	After  string
}

// maxMember is the longest value, in bytes, that is shown as a whole: words of a longer one are shown like those of any
// text.
const maxMember = 1000

// Payloads compares the payloads of an old and a new text.
type Payloads struct {
	old, new []*node
	known    map[[2]*node][]difference
}

// PayloadsOf finds the payloads of two texts.
func PayloadsOf(old, new string) *Payloads {
	t := &Payloads{known: map[[2]*node][]difference{}}
	if strings.ContainsAny(old, "{[") && strings.ContainsAny(new, "{[") {
		t.old, t.new = payloads(old), payloads(new)
	}
	return t
}

// Edit is a range of the old text replaced by a range of the new one.
type Edit struct{ Old, OldEnd, New, NewEnd int }

// EditKind says what an edit of a text does to its enclosing JSON payloads.
type EditKind string

// The kinds of edit.
const (
	None     EditKind = ""         // not within a payload of either text, or with long values
	Values   EditKind = "values"   // it edits values
	Spelling EditKind = "spelling" // only of blanks, spellings and the order of keys: equal payloads
	Aside    EditKind = "aside"    // the same, beside edits of values of the payload
)

// Edit returns the kind of an edit, and the values touched. Words of a long value are better shown like those of any
// text.
func (t *Payloads) Edit(e Edit) (EditKind, []Member) {
	was, is := around(t.old, e.Old, e.OldEnd), around(t.new, e.New, e.NewEnd)
	if was == nil || is == nil {
		return None, nil
	}
	all, known := t.known[[2]*node{was, is}]
	if !known {
		all = differences("$", was, is)
		t.known[[2]*node{was, is}] = all
	}
	if len(all) == 0 {
		return Spelling, nil
	}
	var members []Member
	for _, d := range all {
		if !d.old.touched(e.Old, e.OldEnd) && !d.new.touched(e.New, e.NewEnd) {
			continue
		}
		if max(len(d.old.value()), len(d.new.value())) > maxMember {
			return None, nil
		}
		members = append(members, Member{d.path, d.old.value(), d.new.value()})
	}
	if members == nil {
		return Aside, nil
	}
	return Values, members
}

// around returns the payload that contains a range of bytes; nil: none.
func around(all []*node, from, to int) *node {
	for _, n := range all {
		if n.from < from && to < n.to {
			return n
		}
	}
	return nil
}

// difference is a difference between two payloads. One of the values may be nil.
type difference struct {
	path     string
	old, new *node
}

// differences returns the differences of two values: of objects by key, of arrays by their longest common subsequence.
func differences(path string, old, new *node) []difference {
	oldKeys, newKeys := old.members(), new.members()
	var all []difference
	switch {
	case oldKeys != nil && newKeys != nil:
		for _, c := range old.children {
			if newKeys[c.key] == nil {
				all = append(all, difference{path + step(c.key), c, nil})
			}
		}
		for _, c := range new.children {
			if was := oldKeys[c.key]; was != nil {
				all = append(all, differences(path+step(c.key), was, c)...)
			} else {
				all = append(all, difference{path + step(c.key), nil, c})
			}
		}
	case old.text[old.from] == '[' && new.text[new.from] == '[':
		a, b := spellings(old.children), spellings(new.children)
		for _, r := range Regions(Common(a, b, MaxGrid), len(a), len(b)) {
			for ; r.Old < r.OldEnd || r.New < r.NewEnd; r.Old, r.New = r.Old+1, r.New+1 {
				switch {
				case r.Old >= r.OldEnd:
					all = append(all, difference{element(path, r.New), nil, new.children[r.New]})
				case r.New >= r.NewEnd:
					all = append(all, difference{element(path, r.Old), old.children[r.Old], nil})
				default:
					all = append(all, differences(element(path, r.New), old.children[r.Old], new.children[r.New])...)
				}
			}
		}
	case !sameJSON(old.value(), new.value()):
		all = append(all, difference{path, old, new})
	}
	return all
}

func element(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

// spellings returns the texts of values, without insignificant characters.
func spellings(values []*node) []string {
	list := make([]string, len(values))
	for i, v := range values {
		text, err := jsonvalue.Canonical([]byte(v.value()))
		if err != nil {
			text = []byte(v.value())
		}
		list[i] = string(text)
	}
	return list
}

func sameJSON(a, b string) bool {
	x, errX := jsonvalue.Parse([]byte(a))
	y, errY := jsonvalue.Parse([]byte(b))
	return errX == nil && errY == nil && jsonvalue.Equal(x, y)
}

// node is a JSON value in a text.
type node struct {
	text     string // the whole text
	from, to int    // position of the value
	begin    int    // beginning of its member: at the key, if it has one
	key      string // of a member
	children []*node
}

// value returns the value as written; empty: none.
func (n *node) value() string {
	if n == nil {
		return ""
	}
	return n.text[n.from:n.to]
}

// touched reports whether a range of the text, possibly empty, overlaps the member.
func (n *node) touched(from, to int) bool {
	return n != nil && n.begin < max(to, from+1) && from < n.to
}

// members returns an object's values by key; nil if it is not an object, or repeats a key.
func (n *node) members() map[string]*node {
	if n.text[n.from] != '{' {
		return nil
	}
	byKey := make(map[string]*node, len(n.children))
	for _, c := range n.children {
		byKey[c.key] = c
	}
	if len(byKey) < len(n.children) {
		return nil
	}
	return byKey
}

// step returns a member's name as the last step of a path.
func step(key string) string {
	plain := func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
	if key != "" && strings.TrimFunc(key, plain) == "" {
		return "." + key
	}
	return `["` + jsonvalue.Escape(key) + `"]`
}

const (
	maxPayloadDepth = 200
	maxPayloadWork  = 8 // limit of reading for payloads, in lengths of the text
)

// payloads returns the JSON objects and arrays of a text, only outermost ones, in order. A bracket that begins none
// costs the text read after it; if that gets too much, as in hostile text, the search stops.
func payloads(text string) []*node {
	var all []*node
	work := maxPayloadWork * len(text)
	for at := 0; work > 0; {
		i := strings.IndexAny(text[at:], "{[")
		if i < 0 {
			break
		}
		at += i
		n, read := payloadAt(text, at)
		work -= read
		if n == nil {
			at++
			continue
		}
		all, at = append(all, n), n.to
	}
	return all
}

// payloadAt reads the value that begins at a bracket; nil if there is none. read is the number of bytes read.
func payloadAt(text string, at int) (found *node, read int) {
	dec := json.NewDecoder(strings.NewReader(text[at:]))
	dec.UseNumber()
	var open []*node
	for key, begin := "", -1; ; {
		from := at + int(dec.InputOffset())
		token, err := dec.Token()
		to := at + int(dec.InputOffset())
		if err != nil || len(open) > maxPayloadDepth {
			return nil, readOf(err, text, at, to)
		}
		from += len(text[from:to]) - len(strings.TrimLeft(text[from:to], " \t\r\n,:"))
		delim, isDelim := token.(json.Delim)
		if isDelim && (delim == '}' || delim == ']') {
			n := open[len(open)-1]
			n.to = to
			if open = open[:len(open)-1]; len(open) == 0 {
				return n, to - at
			}
			continue
		}
		inObject := len(open) > 0 && text[open[len(open)-1].from] == '{'
		if name, ok := token.(string); ok && inObject && begin < 0 {
			key, begin = name, from
			continue
		}
		n := &node{text: text, from: from, begin: from, to: to}
		if inObject {
			n.key, n.begin = key, begin
			begin = -1
		}
		if len(open) > 0 {
			parent := open[len(open)-1]
			parent.children = append(parent.children, n)
		}
		if isDelim {
			open = append(open, n)
		}
	}
}

// readOf returns how much of a text was read before an error: everything if the value is not closed.
func readOf(err error, text string, at, to int) int {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return len(text) - at
	}
	return to - at + 1
}
