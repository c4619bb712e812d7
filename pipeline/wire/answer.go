package wire

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Words that Response.Finish uses in every form. Other words of a provider stay as they are.
const (
	stop      = "stop"
	length    = "length"
	toolCalls = "tool_calls"
	filtered  = "content_filter"
)

// Error is a provider's error object, sent instead of an answer. The caller judges its HTTP status.
type Error struct {
	Kind    string // the provider's word, such as rate_limit_error or server_error; empty if there is none
	Code    string // what it says beside that, such as context_length_exceeded; empty if there is nothing
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Kind == "" {
		return e.Message
	}
	return e.Kind + ": " + e.Message
}

func answerOf(f form, body []byte) (pipeline.Response, error) {
	var e struct {
		Error json.RawMessage `json:"error"`
	}
	if err := decode(body, &e); err != nil {
		return pipeline.Response{}, err
	}
	if err := errorOf(e.Error); err != nil {
		return pipeline.Response{}, err
	}
	return f.answer(body)
}

// errorOf reads the value of the key error: nothing, a text, or an object with a message.
func errorOf(raw json.RawMessage) error {
	if len(raw) == 0 || string(raw) == "null" {
		return nil
	}
	var message string
	if json.Unmarshal(raw, &message) == nil {
		return &Error{Message: message}
	}
	var o struct {
		Type    string
		Code    any // a word, or a number
		Message string
	}
	if err := json.Unmarshal(raw, &o); err != nil {
		return &Error{Message: string(raw)}
	}
	e := &Error{Kind: o.Type, Message: o.Message}
	if o.Code != nil {
		e.Code = fmt.Sprint(o.Code)
	}
	if e.Kind == "" {
		e.Kind, e.Code = e.Code, ""
	}
	return e
}

// reason appends a piece of reasoning; a blank line separates two.
func reason(resp *pipeline.Response, piece text) {
	if resp.Reasoning != "" && piece != "" {
		resp.Reasoning += "\n\n"
	}
	resp.Reasoning += string(piece)
}
