package provider

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Input returns a call's arguments as the object that a client wants: anything but a JSON object goes as a text under
// the key _raw, as package wire sends it; so does an object that looks like such a wrapper.
func Input(arguments string) json.RawMessage {
	raw := json.RawMessage(strings.Trim(arguments, " \t\r\n"))
	if _, wrapper := unwrapped(raw); !wrapper && jsonvalue.OpensObject(raw) && json.Valid(raw) {
		if _, err := jsonvalue.CanonicalValid(raw); err == nil {
			return raw
		}
	}
	return Wrap(arguments)
}

// Arguments returns the bytes of an object of arguments, or the text that Input wrapped.
func Arguments(input json.RawMessage) string {
	if text, ok := unwrapped(input); ok {
		return text
	}
	text, _ := pipeline.Repair(string(input))
	return text
}

// Wrap returns an object with the text of arguments that are not a JSON object.
func Wrap(text string) json.RawMessage {
	return append(jsonvalue.AppendString([]byte(`{"_raw":`), text), '}')
}

// unwrapped returns the text of a wrapper: an object with that one key.
func unwrapped(raw json.RawMessage) (text string, ok bool) {
	o, err := jsonvalue.ParseMembers(raw)
	if err != nil || o.Len() != 1 {
		return "", false
	}
	return o.TakeText("_raw")
}
