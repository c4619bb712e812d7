package app

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// sorted are parameters with all keys in order, those of objects inside too: two clients, or two languages, that spell
// the same ones in another order ask for the same. Numbers keep their digits.
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
