// An Object is read from a JSON object member by member; what is not taken out is its rest. A body is checked once, and
// then read in one pass over its bytes.

package jsonvalue

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
)

// Object is a JSON object whose members are taken out one by one; the others are its rest. Its values keep their bytes.
type Object struct {
	members []entry        // in the order of the source
	places  map[string]int // indexes of members by key; nil: not built since the last change
}

type entry struct {
	key   string
	value json.RawMessage
}

// NewObject returns an object without members.
func NewObject() *Object { return &Object{} }

// ObjectOf returns the object with this one member.
func ObjectOf(key string, raw json.RawMessage) *Object { return &Object{members: []entry{{key, raw}}} }

// few is the number of members up to which a linear search is faster than a map.
const few = 16

// find returns the index of a member; -1: there is none.
func (o *Object) find(key string) int {
	if len(o.members) <= few {
		return slices.IndexFunc(o.members, func(e entry) bool { return e.key == key })
	}
	if o.places == nil {
		o.places = make(map[string]int, len(o.members))
		for i, e := range o.members {
			o.places[e.key] = i
		}
	}
	if i, there := o.places[key]; there {
		return i
	}
	return -1
}

// ParseMembers parses exactly one JSON object. Of two members with one key the last one counts, as it does for servers.
func ParseMembers(raw []byte) (*Object, error) {
	if !Valid(raw) {
		var v json.RawMessage
		return nil, json.Unmarshal(raw, &v) // returns the error with its position
	}
	return SplitObject(raw)
}

// SplitObject is ParseMembers for a value known to be valid. The object's values are parts of raw.
func SplitObject(raw json.RawMessage) (*Object, error) {
	i := blanks(raw, 0)
	if i == len(raw) || raw[i] != '{' {
		return nil, fmt.Errorf("want a JSON object, got %.20q", raw[i:])
	}
	o := &Object{members: make([]entry, 0, few/2)}
	for i = blanks(raw, i+1); i < len(raw) && raw[i] == '"'; i = comma(raw, i) {
		end := textEnd(raw, i)
		key := keyOf(raw[i:end])
		i = blanks(raw, blanks(raw, end)+1) // after the colon
		end = valueEnd(raw, i)
		o.set(key, raw[i:end:end])
		i = end
	}
	return o, nil
}

// set sets a member's value in its place, or appends a new one.
func (o *Object) set(key string, value json.RawMessage) {
	if i := o.find(key); i >= 0 {
		o.members[i].value = value
		return
	}
	if o.places != nil {
		o.places[key] = len(o.members)
	}
	o.members = append(o.members, entry{key, value})
}

// Len returns the number of members.
func (o *Object) Len() int { return len(o.members) }

// Keys returns the keys in the order of the source.
func (o *Object) Keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, e := range o.members {
			if !yield(e.key) {
				return
			}
		}
	}
}

// Get returns a member's bytes, which stay in the object; nil: there is none.
func (o *Object) Get(key string) json.RawMessage {
	if i := o.find(key); i >= 0 {
		return o.members[i].value
	}
	return nil
}

// Take removes and returns a member; nil: there is none.
func (o *Object) Take(key string) json.RawMessage {
	i := o.find(key)
	if i < 0 {
		return nil
	}
	value := o.members[i].value
	o.members, o.places = slices.Delete(o.members, i, i+1), nil
	return value
}

// TakeText takes a string member out; any other one stays.
func (o *Object) TakeText(key string) (text string, ok bool) {
	if text, ok = Text(o.Get(key)); ok {
		o.Take(key)
	}
	return text, ok
}

// TakeSaid takes a non-empty string member out; an empty one stays like any other member: a client that sends "" has
// not omitted the member.
func (o *Object) TakeSaid(key string) string {
	if string(o.Get(key)) == `""` {
		return ""
	}
	text, _ := o.TakeText(key)
	return text
}

// Absent stands for a missing member that clients always send. No member that is sent leaves this value: of such
// members texts are taken out.
const Absent = `"absent"`

// Missed records that a member is missing, which providers distinguish from an empty one, and reports it.
func (o *Object) Missed(key string) bool {
	if o.Get(key) != nil {
		return false
	}
	o.Put(key, json.RawMessage(Absent))
	return true
}

// TakeOwed takes out a member that should always be a string; a missing one is recorded.
func (o *Object) TakeOwed(key string) string {
	if o.Missed(key) {
		return ""
	}
	text, _ := o.TakeText(key)
	return text
}

// Drop removes a member if it has one of these values, spelled without blanks.
func (o *Object) Drop(key string, values ...string) {
	if slices.Contains(values, string(o.Get(key))) {
		o.Take(key)
	}
}

// IsText reports whether a member is this string.
func (o *Object) IsText(key, want string) bool {
	value := o.Get(key)
	if plain(value) {
		return len(value) == len(want)+2 && value[0] == '"' && string(value[1:len(value)-1]) == want
	}
	text, ok := Text(value)
	return ok && text == want
}

// IsTrue reports whether a member is true.
func (o *Object) IsTrue(key string) bool { return string(o.Get(key)) == "true" }

// With returns the object with a member before the others; one of that key is replaced.
func (o *Object) With(key, text string) *Object {
	o.Take(key)
	o.members = slices.Insert(o.members, 0, entry{key, AppendString(nil, text)})
	o.places = nil
	return o
}

// Rest returns the rest, in the form of jsonvalue.Canonical; nil: nothing.
func (o *Object) Rest() (json.RawMessage, error) {
	if o.Len() == 0 {
		return nil, nil
	}
	return CanonicalValid(o.Raw())
}

// Raw returns the rest in its original spelling; nil: nothing.
func (o *Object) Raw() json.RawMessage {
	if o.Len() == 0 {
		return nil
	}
	size := 1
	for _, e := range o.members {
		size += len(e.key) + len(e.value) + len(`,"":`)
	}
	b := make([]byte, 0, size)
	for i, e := range o.members {
		b = append(b, "{,"[min(i, 1)])
		b = append(append(AppendString(b, e.key), ':'), e.value...)
	}
	return append(b, '}')
}

// Within takes members out of a member that is an object, and removes that if nothing is left of it.
func (o *Object) Within(key string, take func(*Object)) {
	inner, err := SplitObject(o.Get(key))
	if err != nil || inner.Len() == 0 {
		return
	}
	take(inner)
	o.Put(key, inner.Raw())
}

// Put sets a member's value in its place, or appends a new one; nil removes it.
func (o *Object) Put(key string, raw json.RawMessage) {
	if raw == nil {
		o.Take(key)
		return
	}
	o.set(key, raw)
}

// SplitList returns the items of a JSON list; ok is false for anything else.
func SplitList(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return nil, false
	}
	for i := blanks(raw, 1); i < len(raw) && raw[i] != ']'; {
		end := valueEnd(raw, i)
		items = append(items, raw[i:end:end])
		i = comma(raw, end)
	}
	return items, true
}
