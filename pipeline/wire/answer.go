package wire

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The words that Response.Finish has in every form. A provider's word that means none of them stays as it is.
const (
	stop      = "stop"
	length    = "length"
	toolCalls = "tool_calls"
	filtered  = "content_filter"
)

// Error is a provider's error object: what came instead of an answer. Its HTTP status is the caller's to judge.
type Error struct {
	Kind    string // the provider's word, rate_limit_error or server_error; empty when it has none
	Message string
}

// Error implements error.
func (e *Error) Error() string {
	if e.Kind == "" {
		return e.Message
	}
	return e.Kind + ": " + e.Message
}

// Answer is the response of a provider's answer, read leniently: what it says beside the following is skipped.
//   - Content, ToolCalls: the arguments in the model's own bytes; where the form has them as an object, without blanks
//     between the tokens. A refusal is content that ended with content_filter.
//   - Finish: stop, length, tool_calls, content_filter, or the provider's own word; tool_calls too where a provider
//     says stop beside tool calls; empty when the answer does not say.
//   - Reasoning, Usage, and Origin.Model; of ollama Duration too. The rest of Origin is the caller's.
//
// An error object is an *Error. A body that is no answer, or holds a part that this package does not know, is an error.
func Answer(name string, body []byte) (pipeline.Response, error) {
	f, err := formOf(name)
	if err != nil {
		return pipeline.Response{}, err
	}
	resp, err := answerOf(f, body)
	if err != nil {
		return pipeline.Response{}, fmt.Errorf("%s answer: %w", name, err)
	}
	if resp.Finish == stop && len(resp.ToolCalls) > 0 {
		resp.Finish = toolCalls
	}
	return resp, nil
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

// errorOf reads what stands under the key error: nothing, a text, or an object with a message.
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
	if o.Type == "" && o.Code != nil {
		o.Type = fmt.Sprint(o.Code)
	}
	return &Error{Kind: o.Type, Message: o.Message}
}

// reason appends a piece of reasoning; a blank line stands between two.
func reason(resp *pipeline.Response, piece text) {
	if resp.Reasoning != "" && piece != "" {
		resp.Reasoning += "\n\n"
	}
	resp.Reasoning += string(piece)
}

// AnswerBody is a response as a provider would send it, as indented JSON. Answer reads it back with what a form
// carries: content, tool calls, reasoning, usage, finish and Origin.Model in all of them (tool_calls without a tool
// call is stop in codex and ollama), Duration in ollama alone, Takes and the rest of Origin in none. Ids and times,
// which a server makes up, are left out.
func AnswerBody(name string, resp pipeline.Response) ([]byte, error) {
	f, err := formOf(name)
	if err != nil {
		return nil, err
	}
	return encode(f.answerBody(resp))
}
