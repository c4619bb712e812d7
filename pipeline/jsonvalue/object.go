// An Object takes a JSON object apart member by member: what nobody takes is what is left of them. A body is
// checked once, and then read in one glance over its bytes.

package jsonvalue

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
)

// Object is a JSON object whose members are taken out one by one: what nobody takes is what is left. Its values keep
// their bytes.
type Object struct {
	members []entry        // in the order of the source
	places  map[string]int // of members by their keys; nil: none has been looked up since they changed
}

type entry struct {
	key   string
	value json.RawMessage
}

// NewObject returns an object without members.
func NewObject() *Object { return &Object{} }

// ObjectOf returns the object with this one member.
func ObjectOf(key string, raw json.RawMessage) *Object { return &Object{members: []entry{{key, raw}}} }

// few is how many members are looked through faster than a map is made of them.
const few = 16

// find is the place of a member; -1: there is none.
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

// ParseMembers reads exactly one JSON object. Of two members with one key the last one counts, as it does to servers.
func ParseMembers(raw []byte) (*Object, error) {
	if !Valid(raw) {
		var v json.RawMessage
		return nil, json.Unmarshal(raw, &v) // says what is wrong, and where
	}
	return SplitObject(raw)
}

// SplitObject is Parse for what is known to be a valid value. The object's values are parts of raw.
func SplitObject(raw json.RawMessage) (*Object, error) {
	i := blanks(raw, 0)
	if i == len(raw) || raw[i] != '{' {
		return nil, fmt.Errorf("want a JSON object, got %.20q", raw[i:])
	}
	o := &Object{members: make([]entry, 0, few/2)}
	for i = blanks(raw, i+1); i < len(raw) && raw[i] == '"'; i = comma(raw, i) {
		end := textEnd(raw, i)
		key := keyOf(raw[i:end])
		i = blanks(raw, blanks(raw, end)+1) // behind the colon
		end = valueEnd(raw, i)
		o.set(key, raw[i:end:end])
		i = end
	}
	return o, nil
}

// set gives a member another value in its place, or a new one at the end.
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

// Len returns how many members there are.
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

// Take takes a member out; nil: there is none.
func (o *Object) Take(key string) json.RawMessage {
	i := o.find(key)
	if i < 0 {
		return nil
	}
	value := o.members[i].value
	o.members, o.places = slices.Delete(o.members, i, i+1), nil
	return value
}

// TakeText takes a member out that is a string; any other one stays.
func (o *Object) TakeText(key string) (text string, ok bool) {
	if text, ok = Text(o.Get(key)); ok {
		o.Take(key)
	}
	return text, ok
}

// TakeSaid takes a member out that is a string and not the empty one, which stays as any other member does: a client
// that says "" has not left the member out.
func (o *Object) TakeSaid(key string) string {
	if string(o.Get(key)) == `""` {
		return ""
	}
	text, _ := o.TakeText(key)
	return text
}

// Absent stands in the place of a member that clients always send, and that is not there. No member that is sent is
// left so: of such members texts are taken out.
const Absent = `"absent"`

// Missed notes that a member is not there, which providers tell from a member that says nothing, and reports it.
func (o *Object) Missed(key string) bool {
	if o.Get(key) != nil {
		return false
	}
	o.Put(key, json.RawMessage(Absent))
	return true
}

// TakeOwed takes a member out that is a string, as it always should be: where there is none, that is noted.
func (o *Object) TakeOwed(key string) string {
	if o.Missed(key) {
		return ""
	}
	text, _ := o.TakeText(key)
	return text
}

// Drop takes a member out that is one of these values, as they are spelled without blanks.
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

// With is the object with a member in front of the others; one of that key is replaced.
func (o *Object) With(key, text string) *Object {
	o.Take(key)
	o.members = slices.Insert(o.members, 0, entry{key, AppendString(nil, text)})
	o.places = nil
	return o
}

// Rest is what is left, in the form of jsonvalue.Canonical; nil: nothing is.
func (o *Object) Rest() (json.RawMessage, error) {
	if o.Len() == 0 {
		return nil, nil
	}
	return CanonicalValid(o.Raw())
}

// Raw is what is left, as it was spelled; nil: nothing is.
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

// Within takes out of an object that is itself a member, and the member where nothing is left of it.
func (o *Object) Within(key string, take func(*Object)) {
	inner, err := SplitObject(o.Get(key))
	if err != nil || inner.Len() == 0 {
		return
	}
	take(inner)
	o.Put(key, inner.Raw())
}

// Put gives a member another value in its place, or a new one at the end; nil takes it out.
func (o *Object) Put(key string, raw json.RawMessage) {
	if raw == nil {
		o.Take(key)
		return
	}
	o.set(key, raw)
}

// SplitList are the items of a JSON list; ok is false for anything else.
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
