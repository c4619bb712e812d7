package app

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// sorted returns parameters with all keys in order, nested ones too: the order of keys depends on the client and its
// language, and does not change the request. Numbers keep their digits.
func sorted(parameters json.RawMessage) json.RawMessage {
	v, err := jsonvalue.Parse(parameters)
	if err != nil { // there are none
		return parameters
	}
	text, err := jsonvalue.Marshal(v)
	if err != nil {
		return parameters
	}
	return text
}
