package api

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// object is a JSON object whose members are taken out one by one: what nobody takes is what is left. Its values keep
// their bytes.
type object struct {
	keys    []string // in the order of the source
	members map[string]json.RawMessage
}

// parseObject reads exactly one JSON object. Of two members with one key the last one counts, as it does to servers.
func parseObject(raw []byte) (*object, error) {
	if !json.Valid(raw) {
		var v json.RawMessage
		return nil, json.Unmarshal(raw, &v) // says what is wrong, and where
	}
	return splitObject(raw)
}

// splitObject is parseObject for what is known to be a valid value. The object's values are parts of raw.
func splitObject(raw json.RawMessage) (*object, error) {
	i := splitBlanks(raw, 0)
	if i == len(raw) || raw[i] != '{' {
		return nil, fmt.Errorf("want a JSON object, got %.20q", raw[i:])
	}
	o := &object{keys: make([]string, 0, 8), members: map[string]json.RawMessage{}}
	for i = splitBlanks(raw, i+1); i < len(raw) && raw[i] == '"'; i = splitComma(raw, i) {
		end := splitText(raw, i)
		name := splitName(raw[i:end])
		i = splitBlanks(raw, splitBlanks(raw, end)+1) // behind the colon
		end = splitValue(raw, i)
		if _, double := o.members[name]; !double {
			o.keys = append(o.keys, name)
		}
		o.members[name] = raw[i:end:end]
		i = end
	}
	return o, nil
}

// has is a member's bytes, which stay in the object; nil: there is none.
func (o *object) has(key string) json.RawMessage { return o.members[key] }

// take takes a member out; nil: there is none.
func (o *object) take(key string) json.RawMessage {
	value, there := o.members[key]
	if there {
		delete(o.members, key)
		o.keys = slices.DeleteFunc(o.keys, func(k string) bool { return k == key })
	}
	return value
}

// takeText takes a member out that is a string; any other one stays.
func (o *object) takeText(key string) (text string, ok bool) {
	if text, ok = partText(o.members[key]); ok {
		o.take(key)
	}
	return text, ok
}

// isText reports whether a member is this string.
func (o *object) isText(key, want string) bool {
	value := o.members[key]
	if splitPlain(value) {
		return len(value) == len(want)+2 && value[0] == '"' && string(value[1:len(value)-1]) == want
	}
	text, ok := partText(value)
	return ok && text == want
}

// isTrue reports whether a member is true.
func (o *object) isTrue(key string) bool { return string(o.members[key]) == "true" }

// with is the object with a member in front of the others; one of that key is replaced.
func (o *object) with(key, text string) *object {
	o.take(key)
	o.keys = slices.Insert(o.keys, 0, key)
	o.members[key] = jsonvalue.AppendString(nil, text)
	return o
}

// rest is what is left, in the form of jsonvalue.Canonical; nil: nothing is.
func (o *object) rest() (json.RawMessage, error) {
	if len(o.keys) == 0 {
		return nil, nil
	}
	var b []byte
	for i, key := range o.keys {
		b = append(b, "{,"[min(i, 1)])
		b = append(append(jsonvalue.AppendString(b, key), ':'), o.members[key]...)
	}
	return splitCanonical(append(b, '}'))
}

// list are the items of a JSON list; ok is false for anything else.
func list(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	if len(raw) == 0 || raw[0] != '[' {
		return nil, false
	}
	for i := splitBlanks(raw, 1); i < len(raw) && raw[i] != ']'; {
		end := splitValue(raw, i)
		items = append(items, raw[i:end:end])
		i = splitComma(raw, end)
	}
	return items, true
}
