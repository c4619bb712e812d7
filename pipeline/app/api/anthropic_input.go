package api

import (
	"encoding/json"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// anthropicInput is a call's arguments as the object that a client wants: what is no JSON object goes as a text under
// the key _raw, as package wire sends it; so does an object that reads like such a wrapper.
func anthropicInput(arguments string) json.RawMessage {
	raw := json.RawMessage(strings.Trim(arguments, " \t\r\n"))
	if _, wrapper := anthropicUnwrap(raw); !wrapper && chatIsObject(raw) && json.Valid(raw) {
		if _, err := splitCanonical(raw); err == nil {
			return raw
		}
	}
	return anthropicWrap(arguments)
}

// anthropicArguments are the bytes of an object of arguments, or the text that anthropicInput wrapped.
func anthropicArguments(input json.RawMessage) string {
	if text, ok := anthropicUnwrap(input); ok {
		return text
	}
	text, _ := pipeline.Repair(string(input))
	return text
}

func anthropicWrap(text string) json.RawMessage {
	return append(jsonvalue.AppendString([]byte(`{"_raw":`), text), '}')
}

// anthropicUnwrap is the text of a wrapper: an object of that one key.
func anthropicUnwrap(raw json.RawMessage) (text string, ok bool) {
	o, err := parseObject(raw)
	if err != nil || len(o.keys) != 1 {
		return "", false
	}
	return o.takeText("_raw")
}
