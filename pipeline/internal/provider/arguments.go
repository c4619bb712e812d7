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
	if wraps(arguments) {
		return Wrap(arguments)
	}
	return trimmed(arguments)
}

// Streamed returns a call's arguments as the text of a stream that carries an object in pieces: those that are cut off
// as they are, others as Input has them.
func Streamed(arguments string) string {
	if raw := trimmed(arguments); jsonvalue.OpensObject(raw) && !json.Valid(raw) {
		return arguments
	}
	return string(Input(arguments))
}

// wraps reports whether Input sends arguments as a text.
func wraps(arguments string) bool {
	raw := trimmed(arguments)
	if _, wrapper := unwrapped(raw); wrapper || !jsonvalue.OpensObject(raw) || !json.Valid(raw) {
		return true
	}
	_, err := jsonvalue.CanonicalValid(raw)
	return err != nil
}

func trimmed(arguments string) json.RawMessage {
	return json.RawMessage(strings.Trim(arguments, " \t\r\n"))
}

// noObject stands for a member that should be an object of arguments and is none, or a wrapper that Input never makes.
const noObject = `"no object"`

// TakeArguments takes the arguments of a call out of a member that should be an object: its bytes, or the text that
// Input wrapped. What no client sends that repeats an answer stays distinct: a missing member, and one of another kind.
func TakeArguments(call *jsonvalue.Object, key string) string {
	if call.Missed(key) {
		return ""
	}
	input := call.Take(key)
	text, wrapper := unwrapped(input)
	if !wrapper {
		text, _ = pipeline.Repair(string(input))
	}
	if wrapper != wraps(text) {
		call.Put(key, json.RawMessage(noObject))
	}
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
