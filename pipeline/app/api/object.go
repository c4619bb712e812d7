package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
	dec := json.NewDecoder(bytes.NewReader(raw))
	start, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if start != json.Delim('{') {
		return nil, fmt.Errorf("want a JSON object, got %.20q", bytes.TrimSpace(raw))
	}
	o := &object{members: map[string]json.RawMessage{}}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, err
		}
		name := key.(string) // the decoder allows nothing else in this place
		if _, double := o.members[name]; !double {
			o.keys = append(o.keys, name)
		}
		o.members[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind the JSON object")
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
	value := o.members[key]
	if len(value) == 0 || value[0] != '"' || json.Unmarshal(value, &text) != nil {
		return "", false
	}
	o.take(key)
	return text, true
}

// isText reports whether a member is this string.
func (o *object) isText(key, want string) bool {
	var text string
	value := o.members[key]
	return len(value) > 0 && value[0] == '"' && json.Unmarshal(value, &text) == nil && text == want
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
	return jsonvalue.Canonical(append(b, '}'))
}

// list are the items of a JSON list; ok is false for anything else.
func list(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	if len(raw) == 0 || raw[0] != '[' || json.Unmarshal(raw, &items) != nil {
		return nil, false
	}
	return items, true
}
