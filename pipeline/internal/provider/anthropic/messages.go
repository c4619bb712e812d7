// Package anthropic implements the wire form of Anthropic's POST /v1/messages.
package anthropic

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Messages is Anthropic's POST /v1/messages.
//
// A message of the body becomes one message, after one of role tool for each tool_result. Its blocks are sections and
// tool calls; the rest of the blocks is kept in the Fields under "content", one value per block, as in
// {"content":[{},{"cache_control":{"type":"ephemeral"}}]}. A tool_use before a text, or a tool_result after one, has
// its type there, so that the order of the blocks is kept too.
type Messages struct{}

// Read implements provider.Form.
func (Messages) Read(_ *provider.Ledger, body *jsonvalue.Object) (*provider.Body, error) {
	said, ok := jsonvalue.SplitList(body.Get("messages"))
	if !ok || len(said) == 0 {
		return nil, &provider.SyntaxError{Err: errors.New("messages: want a list of at least one message")}
	}
	body.Take("messages")
	b := &provider.Body{Model: jsonvalue.TextOf(body.Get("model")), Stream: body.IsTrue("stream")}
	var err error
	if b.Request.Messages, err = system(body); err != nil {
		return nil, &provider.SyntaxError{Err: fmt.Errorf("system: %w", err)}
	}
	for i, raw := range said {
		ms, err := messageOf(raw)
		if err != nil {
			return nil, &provider.SyntaxError{Err: fmt.Errorf("messages[%d]: %w", i, err)}
		}
		b.Request.Messages = append(b.Request.Messages, ms...)
	}
	take := func(o *jsonvalue.Object) (pipeline.Tool, error) { return provider.Tool(o, "input_schema") }
	if b.Request.Tools, err = provider.Tools(body, take); err != nil {
		return nil, &provider.SyntaxError{Err: fmt.Errorf("tools: %w", err)}
	}
	if err = format(b, body); err != nil {
		return nil, &provider.SyntaxError{Err: fmt.Errorf("format: %w", err)}
	}
	return b, nil
}

// Write implements provider.Form.
func (Messages) Write(s *provider.Ledger, b *provider.Body, r provider.Reply) (provider.Sent, error) {
	reply := replyOf(s, b, r)
	if b.Stream {
		return stream(reply)
	}
	return provider.JSON(http.StatusOK, reply)
}

// Fail implements provider.Form.
func (Messages) Fail(status int, message string) provider.Sent {
	type reason struct {
		Type    string `json:"type"`
		Message string `json:"message"`
	}
	sent, _ := provider.JSON(status, struct { // texts are always JSON
		Type  string `json:"type"`
		Error reason `json:"error"`
	}{"error", reason{fault(status), message}})
	return sent
}

// fault returns the error type for a status of 400 or above.
func fault(status int) string {
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
	case 529: // a status of this provider only
		return "overloaded_error"
	}
	if status < http.StatusInternalServerError {
		return "invalid_request_error"
	}
	return "api_error"
}

// Answer implements provider.Form. A body that is an object is read as an answer in one piece, whether or not a stream
// was requested: errors come so.
func (Messages) Answer(stream bool, body []byte) (pipeline.Response, error) {
	if stream && !jsonvalue.OpensObject(body) {
		whole, err := merged(body)
		if err != nil {
			return pipeline.Response{}, fmt.Errorf("anthropic stream: %w", err)
		}
		body = whole
	}
	resp, err := wire.Answer(wire.Anthropic, body)
	if err == nil {
		resp.Blocks = keptOf(body)
	}
	return resp, err
}
