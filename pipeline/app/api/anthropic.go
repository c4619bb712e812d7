package api

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// messages is Anthropic's POST /v1/messages.
//
// A message is one message, and one of role tool in front of it for each tool_result. Its blocks are sections and tool
// calls; what else the blocks say stands in the Fields under "content", a value for each block, as in
// {"content":[{},{"cache_control":{"type":"ephemeral"}}]}. A tool_use in front of a text, or a tool_result behind one,
// has its type there, so that the order of the blocks is kept too.
type messages struct{}

func (messages) read(_ *Store, body *object) (*Body, error) {
	said, ok := list(body.has("messages"))
	if !ok || len(said) == 0 {
		return nil, &SyntaxError{errors.New("messages: want a list of at least one message")}
	}
	body.take("messages")
	b := &Body{Model: anthropicText(body.has("model")), Stream: body.isTrue("stream")}
	var err error
	if b.Request.Messages, err = anthropicSystem(body); err != nil {
		return nil, &SyntaxError{fmt.Errorf("system: %w", err)}
	}
	for i, raw := range said {
		ms, err := anthropicMessage(raw)
		if err != nil {
			return nil, &SyntaxError{fmt.Errorf("messages[%d]: %w", i, err)}
		}
		b.Request.Messages = append(b.Request.Messages, ms...)
	}
	take := func(o *object) (pipeline.Tool, error) { return anthropicTool(o, "input_schema") }
	if b.Request.Tools, err = anthropicTools(body, take); err != nil {
		return nil, &SyntaxError{fmt.Errorf("tools: %w", err)}
	}
	if err = anthropicFormat(b, body); err != nil {
		return nil, &SyntaxError{fmt.Errorf("format: %w", err)}
	}
	return b, nil
}

func (messages) write(s *Store, b *Body, r Reply) (Sent, error) {
	reply := anthropicReplyOf(s, b, r)
	if b.Stream {
		return anthropicStream(reply)
	}
	return chatSent(http.StatusOK, reply)
}

func (messages) fail(status int, message string) Sent {
	type reason struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
	sent, _ := chatSent(status, struct { // texts are always JSON
		Type  string `json:"type"`
		Error reason `json:"error"`
	}{"error", reason{anthropicFault(status), message}})
	return sent
}

// anthropicFault is the word for a status of 400 or above.
func anthropicFault(status int) string {
	switch status {
	case http.StatusUnauthorized:
		return "authentication_error"
	case http.StatusForbidden:
		return "permission_error"
	case http.StatusNotFound:
		return "not_found_error"
	case http.StatusRequestEntityTooLarge:
		return "request_too_large"
	case http.StatusTooManyRequests:
		return "rate_limit_error"
	case http.StatusGatewayTimeout:
		return "timeout_error"
	case 529: // a status of this provider alone
		return "overloaded_error"
	}
	if status < http.StatusInternalServerError {
		return "invalid_request_error"
	}
	return "api_error"
}

// answer takes a body that is an object for an answer in one piece, whatever was asked for: so come errors.
func (messages) answer(stream bool, body []byte) (pipeline.Response, error) {
	if stream && !chatIsObject(body) {
		whole, err := anthropicMerged(body)
		if err != nil {
			return pipeline.Response{}, fmt.Errorf("anthropic stream: %w", err)
		}
		body = whole
	}
	return wire.Answer(wire.Anthropic, body)
}
