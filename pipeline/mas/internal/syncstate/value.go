package syncstate

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/json5"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// ErrNone says that a tag has no value: it is missing in the answer, or never closed.
var ErrNone = errors.New("there is no such tag")

// form is the format of the value in a tag.
type form int

const (
	text   form = iota
	strict      // standard JSON
	loose       // JSON5
)

// ValueIn returns the value of a tag's last occurrence in an answer, as JSON; a text is a JSON string. It has no
// duplicate keys: the last value counts. The format depends on the program (A4); the document's reader accepts all of
// them. Its error is ErrNone, or one about the value.
func ValueIn(compat state.Compat, answer, tag string) (json.RawMessage, error) {
	content, ok := Last(answer, tag)
	if !ok {
		return nil, fmt.Errorf("<%s>: %w", tag, ErrNone)
	}
	raw, err := read(content, tag, formOf(compat, tag))
	if err != nil {
		return nil, fmt.Errorf("<%s>: %w", tag, err)
	}
	return raw, nil
}

func read(content, tag string, f form) (json.RawMessage, error) {
	switch {
	case f == text:
		return jsonvalue.AppendString(nil, content), nil
	case f == strict:
		return python.Loads(content)
	case content == "" && tag == ToolDecisionTag: // a decision to stop
		return json.RawMessage("[]"), nil
	}
	raw, err := json5.JSON(content)
	if err != nil {
		return nil, err
	}
	return python.Loads(string(raw)) // each key once
}

// formOf is the table of A4.
func formOf(compat state.Compat, tag string) form {
	switch tag {
	case Summary, Think, QuickThink, ProcessMessage, Waiting, ToolName:
		return text
	case ReflectionStep:
		if compat == state.Program {
			return strict
		}
	}
	return loose
}
