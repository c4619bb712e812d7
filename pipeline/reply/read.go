// Package reply reads model answers that should be one JSON value, and asks for them (Ask).
//
// The policy decides what is forgiven. Under each of them the result is valid JSON in UTF-8, has no duplicate keys, and
// nests at most 1000 deep.
//
//   - [pipeline.Strict] takes a text that is one JSON value with JSON's white space around it. A byte order mark, a
//     code fence or a word beside the value make it malformed.
//   - [pipeline.Extract] takes what Strict takes, a text or number too, and no part of it: the brackets in a JSON
//     string are words. Of any other text it takes the one object or array in it. Values in a code fence take
//     precedence. Values in <think> (closed or not), in a fence of another language than JSON, or within a bracket that
//     is no JSON are ignored. Two different values, an object and an array too, or one that begins like JSON and breaks
//     off, are malformed: a guess would hide that the model was not clear. The same value twice is one.
//   - [pipeline.Mend] does the same, and repairs a broken value if it finds no other. Two different values stay
//     malformed.
//
// Stable: other programs import this package; its exported API does not change (docs/own-system.md).
package reply

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Read returns the one JSON value of a model's answer, in the model's own spelling. Its error is always a
// *pipeline.Failure: Empty for a blank text, else Malformed. A policy that is none of the three is read as Strict.
func Read(policy pipeline.Policy, text string) (json.RawMessage, error) {
	if strings.TrimSpace(text) == "" {
		return nil, &pipeline.Failure{Reason: pipeline.Empty}
	}
	raw, err := read(policy, text)
	if err != nil {
		return nil, &pipeline.Failure{Reason: pipeline.Malformed, Err: err}
	}
	return raw, nil
}

func read(policy pipeline.Policy, text string) (json.RawMessage, error) {
	raw := json.RawMessage(strings.Trim(text, " \t\r\n"))
	err := valid(raw)
	if err == nil || policy != pipeline.Extract && policy != pipeline.Mend {
		return raw, err
	}
	found := find(text)
	raw, err = found.one()
	if policy == pipeline.Mend && errors.Is(err, errBroken) {
		return mend(text[found.start:])
	}
	return raw, err
}
