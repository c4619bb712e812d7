// Package reply reads model answers that should be one JSON value, and asks for them (Ask).
//
// How much is forgiven says the policy. Whatever it is, the value that comes out is valid JSON in UTF-8, no object in
// it has a key twice, and it nests at most 1000 deep.
//
//   - [pipeline.Strict] takes a text that is one JSON value with JSON's white space around it. A byte order mark, a
//     code fence or a word beside the value make it malformed.
//   - [pipeline.Extract] takes what Strict takes, a text or number too, and no part of it: the brackets in a JSON
//     string are words. Of any other text it takes the one object or array in it. What stands in a code fence counts
//     before what does not. Nothing counts that stands in <think> (closed or not), in a fence of another language than
//     JSON, or within a bracket that is no JSON. Two different values, an object and an array too, or one that begins
//     like JSON and breaks off, are malformed: a guess would hide that the model was not clear. The same value twice is
//     one.
//   - [pipeline.Mend] does the same, and where it finds only something broken it repairs that. Two different values
//     stay malformed.
//
// Stable: programs of others import this package; what it exports stays as it is (docs/own-system.md).
package reply

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Read gives the one JSON value of a model's answer, in the model's own spelling. Its error is always a
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
