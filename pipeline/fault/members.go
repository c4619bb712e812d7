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

// typeOf returns a JSON value's type, in the words of JSON Schema.
func typeOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// isStructured reports whether a text is a JSON object or list.
func isStructured(text string) bool {
	text = strings.TrimSpace(text)
	return text != "" && strings.IndexByte("{[", text[0]) >= 0 && isJSON(text)
}

// isJSON reports whether a text is one JSON value.
func isJSON(text string) bool { return json.Valid([]byte(text)) }

func sameJSON(a, b string) bool {
	x, errX := jsonvalue.Parse([]byte(a))
	y, errY := jsonvalue.Parse([]byte(b))
	return errX == nil && errY == nil && jsonvalue.Equal(x, y)
}
