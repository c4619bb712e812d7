// Package jsonobject takes JSON objects apart member by member: what nobody takes is what is left of them. A body is
// checked once, and then read in one glance over its bytes.
package jsonobject

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Object is a JSON object whose members are taken out one by one: what nobody takes is what is left. Its values keep
// their bytes.
type Object struct {
	keys    []string // in the order of the source
	members map[string]json.RawMessage
}

// New returns an object without members.
func New() *Object { return &Object{members: map[string]json.RawMessage{}} }

// Of returns the object with this one member.
func Of(key string, raw json.RawMessage) *Object {
	return &Object{keys: []string{key}, members: map[string]json.RawMessage{key: raw}}
}

// Parse reads exactly one JSON object. Of two members with one key the last one counts, as it does to servers.
func Parse(raw []byte) (*Object, error) {
	if !json.Valid(raw) {
		var v json.RawMessage
		return nil, json.Unmarshal(raw, &v) // says what is wrong, and where
	}
	return Split(raw)
}

// Split is Parse for what is known to be a valid value. The object's values are parts of raw.
func Split(raw json.RawMessage) (*Object, error) {
	i := blanks(raw, 0)
	if i == len(raw) || raw[i] != '{' {
		return nil, fmt.Errorf("want a JSON object, got %.20q", raw[i:])
	}
	o := &Object{keys: make([]string, 0, 8), members: map[string]json.RawMessage{}}
	for i = blanks(raw, i+1); i < len(raw) && raw[i] == '"'; i = comma(raw, i) {
		end := textEnd(raw, i)
		name := keyOf(raw[i:end])
		i = blanks(raw, blanks(raw, end)+1) // behind the colon
		end = valueEnd(raw, i)
		if _, double := o.members[name]; !double {
			o.keys = append(o.keys, name)
		}
		o.members[name] = raw[i:end:end]
		i = end
	}
	return o, nil
}

// Len returns how many members there are.
func (o *Object) Len() int { return len(o.keys) }

// Keys returns the keys in the order of the source.
func (o *Object) Keys() []string { return o.keys }

// Get returns a member's bytes, which stay in the object; nil: there is none.
func (o *Object) Get(key string) json.RawMessage { return o.members[key] }

// Take takes a member out; nil: there is none.
func (o *Object) Take(key string) json.RawMessage {
	value, there := o.members[key]
	if there {
		delete(o.members, key)
		o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	}
	return value
}

// TakeText takes a member out that is a string; any other one stays.
func (o *Object) TakeText(key string) (text string, ok bool) {
	if text, ok = Text(o.members[key]); ok {
		o.Take(key)
	}
	return text, ok
}

// IsText reports whether a member is this string.
func (o *Object) IsText(key, want string) bool {
	value := o.members[key]
	if plain(value) {
		return len(value) == len(want)+2 && value[0] == '"' && string(value[1:len(value)-1]) == want
	}
	text, ok := Text(value)
	return ok && text == want
}

// IsTrue reports whether a member is true.
func (o *Object) IsTrue(key string) bool { return string(o.members[key]) == "true" }

// With is the object with a member in front of the others; one of that key is replaced.
func (o *Object) With(key, text string) *Object {
	o.Take(key)
	o.keys = slices.Insert(o.keys, 0, key)
	o.members[key] = jsonvalue.AppendString(nil, text)
	return o
}

// Rest is what is left, in the form of jsonvalue.Canonical; nil: nothing is.
func (o *Object) Rest() (json.RawMessage, error) {
	if o.Len() == 0 {
		return nil, nil
	}
	return Canonical(o.Raw())
}

// Raw is what is left, as it was spelled; nil: nothing is.
func (o *Object) Raw() json.RawMessage {
	if o.Len() == 0 {
		return nil
	}
	var b []byte
	for i, key := range o.keys {
		b = append(b, "{,"[min(i, 1)])
		b = append(append(jsonvalue.AppendString(b, key), ':'), o.members[key]...)
	}
	return append(b, '}')
}

// Within takes out of an object that is itself a member, and the member where nothing is left of it.
func (o *Object) Within(key string, take func(*Object)) {
	inner, err := Split(o.Get(key))
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
	if _, there := o.members[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.members[key] = raw
}

// List are the items of a JSON list; ok is false for anything else.
func List(raw json.RawMessage) (items []json.RawMessage, ok bool) {
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
