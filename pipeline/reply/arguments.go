package reply

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// badArguments returns why no tool can be called with the arguments, as the end of a sentence; empty: one can.
func badArguments(arguments string) string {
	raw, err := Read(pipeline.Strict, arguments)
	switch {
	case errors.Is(err, ErrKeyTwice):
		return "hold a key twice."
	case err != nil || raw[0] != '{':
		return "are not a JSON object."
	}
	return ""
}

// Decided is an answer's decision in a tool loop: the tools to call, with the model's own arguments, or none.
type Decided struct {
	Calls []DecidedCall `json:"calls"`
}

// DecidedCall is one tool that an answer calls.
type DecidedCall struct {
	Tool      string `json:"tool"`
	Arguments string `json:"arguments"`
}

// DecidedBy returns an answer's decision.
func DecidedBy(resp pipeline.Response) Decided {
	d := Decided{Calls: []DecidedCall{}}
	for _, c := range resp.ToolCalls {
		d.Calls = append(d.Calls, DecidedCall{Tool: c.Name, Arguments: c.Arguments})
	}
	return d
}
