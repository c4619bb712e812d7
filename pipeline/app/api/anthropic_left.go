package api

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// anthropicPut gives a member another value in its place, or a new one at the end.
func anthropicPut(o *object, key string, value json.RawMessage) {
	if _, there := o.members[key]; !there {
		o.keys = append(o.keys, key)
	}
	o.members[key] = value
}

// anthropicRaw is what is left of an object, as it was spelled; nil: nothing is.
func anthropicRaw(o *object) json.RawMessage {
	if len(o.keys) == 0 {
		return nil
	}
	var b []byte
	for i, key := range o.keys {
		b = append(b, "{,"[min(i, 1)])
		b = append(append(jsonvalue.AppendString(b, key), ':'), o.members[key]...)
	}
	return append(b, '}')
}

// anthropicLeft is what is left of the items of a list: nil where nothing is.
type anthropicLeft []json.RawMessage

// into puts what is left in the place of the list, {} for an item of which nothing is.
func (l anthropicLeft) into(o *object, key string) {
	var b []byte
	some := false
	for i, raw := range l {
		some = some || raw != nil
		if raw == nil {
			raw = json.RawMessage("{}")
		}
		b = append(append(b, "[,"[min(i, 1)]), raw...)
	}
	if some {
		anthropicPut(o, key, append(b, ']'))
	}
}

// anthropicNamed is what is left of tools, by their names; of those of one name the second is NAME#2.
type anthropicNamed struct{ object }

func (l *anthropicNamed) keep(name string, raw json.RawMessage) {
	if raw == nil {
		return
	}
	if l.members == nil {
		l.members = map[string]json.RawMessage{}
	}
	key := name
	for n := 2; l.has(key) != nil; n++ {
		key = name + "#" + strconv.Itoa(n)
	}
	anthropicPut(&l.object, key, raw)
}

func (l *anthropicNamed) into(o *object, key string) {
	if raw := anthropicRaw(&l.object); raw != nil {
		anthropicPut(o, key, raw)
	}
}

// anthropicMember takes out of an object that is itself a member, and the member where nothing is left of it.
func anthropicMember(o *object, key string, take func(*object)) {
	inner, err := parseObject(o.has(key))
	if err != nil || len(inner.keys) == 0 {
		return
	}
	take(inner)
	if raw := anthropicRaw(inner); raw != nil {
		anthropicPut(o, key, raw)
		return
	}
	o.take(key)
}

// anthropicJSON is a value on one line, nothing in it escaped for HTML. JSON in it loses its blanks alone.
func anthropicJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
