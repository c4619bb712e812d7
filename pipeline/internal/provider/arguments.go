package provider

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Input is a call's arguments as the object that a client wants: what is no JSON object goes as a text under
// the key _raw, as package wire sends it; so does an object that reads like such a wrapper.
func Input(arguments string) json.RawMessage {
	raw := json.RawMessage(strings.Trim(arguments, " \t\r\n"))
	if _, wrapper := unwrapped(raw); !wrapper && jsonvalue.OpensObject(raw) && json.Valid(raw) {
		if _, err := jsonvalue.CanonicalValid(raw); err == nil {
			return raw
		}
	}
	return Wrap(arguments)
}

// Arguments are the bytes of an object of arguments, or the text that Input wrapped.
func Arguments(input json.RawMessage) string {
	if text, ok := unwrapped(input); ok {
		return text
	}
	text, _ := pipeline.Repair(string(input))
	return text
}

// Wrap is an object with the text that stands for arguments which are none.
func Wrap(text string) json.RawMessage {
	return append(jsonvalue.AppendString([]byte(`{"_raw":`), text), '}')
}

// unwrapped is the text of a wrapper: an object of that one key.
func unwrapped(raw json.RawMessage) (text string, ok bool) {
	o, err := jsonvalue.ParseMembers(raw)
	if err != nil || o.Len() != 1 {
		return "", false
	}
	return o.TakeText("_raw")
}
