package fault

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// member is a key of an object with its value, as written.
type member struct {
	key   string
	value json.RawMessage
}

// members returns those of an object in order; ok is false if the text is no object.
func members(text string) (all []member, ok bool) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, false
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, false
		}
		name, _ := key.(string)
		var value json.RawMessage
		if dec.Decode(&value) != nil {
			return nil, false
		}
		all = append(all, member{name, value})
	}
	return all, true
}

// object returns the text of an object.
func object(all []member) string {
	b := []byte{'{'}
	for i, m := range all {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(jsonvalue.AppendString(b, m.key), ": "...), m.value...)
	}
	return string(append(b, '}'))
}

// elements returns those of a list; ok is false if the text is no list.
func elements(text string) (all []json.RawMessage, ok bool) {
	return all, json.Unmarshal([]byte(text), &all) == nil && all != nil
}

// list returns the text of a list.
func list(all []json.RawMessage) string {
	texts := make([]string, len(all))
	for i, raw := range all {
		texts[i] = string(raw)
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
