package faults

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// malformedOutcome is the outcome of a vector under a policy.
type malformedOutcome int

const (
	right malformedOutcome = iota
	wrong
	refused
	panicked
)

// reader is reply.Read.
type reader func(policy pipeline.Policy, text string) (json.RawMessage, error)

// judged is an outcome with its evidence.
type judged struct {
	malformedOutcome
	value any   // in the types of jsonvalue
	err   error // why there is no value
}

// judge reads the text of a vector and compares the value with the expected one.
func (read reader) judge(p pipeline.Policy, v vector) (got judged) {
	defer func() {
		if what := recover(); what != nil {
			got = judged{malformedOutcome: panicked, err: fmt.Errorf("panic: %v", what)}
		}
	}()
	raw, err := read(p, v.raw)
	if err != nil {
		return judged{malformedOutcome: refusal(v), err: err}
	}
	value, err := jsonvalue.Parse(raw)
	if err == nil && !v.mustFail() && jsonvalue.Equal(value, v.expected.Value()) {
		return judged{malformedOutcome: right, value: value}
	}
	return judged{wrong, value, err}
}

func refusal(v vector) malformedOutcome {
	if v.mustFail() {
		return right
	}
	return refused
}
