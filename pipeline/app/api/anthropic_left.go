package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

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
	var rests partRests
	for _, raw := range l {
		rests.add(raw)
	}
	partPut(o, key, rests.list())
}

// anthropicMember takes out of an object that is itself a member, and the member where nothing is left of it.
func anthropicMember(o *object, key string, take func(*object)) {
	inner, err := splitObject(o.has(key))
	if err != nil || len(inner.keys) == 0 {
		return
	}
	take(inner)
	partPut(o, key, anthropicRaw(inner))
}

// anthropicText is a JSON string; empty for anything else.
func anthropicText(raw json.RawMessage) string {
	text, _ := partText(raw)
	return text
}
