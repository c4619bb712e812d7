package api

import (
	"errors"
)

// chatCompletions is how OpenAI's chat completions speak, and the many servers that do as they do.
type chatCompletions struct{}

func (chatCompletions) read(_ *Store, body *object) (*Body, error) {
	items, ok := list(body.has("messages"))
	if !ok || len(items) == 0 {
		return nil, &SyntaxError{errors.New("messages: want a list of messages")}
	}
	body.take("messages")
	b := &Body{Stream: body.isTrue("stream")}
	b.Model, _ = partText(body.has("model"))
	var p partReader
	for _, item := range items {
		b.Request.Messages = append(b.Request.Messages, p.message(item))
	}
	b.Request.Tools = append(p.tools(body, "tools"), p.tools(body, "functions")...)
	p.format(body, "response_format", b)
	if p.err != nil {
		return nil, &SyntaxError{p.err}
	}
	return b, nil
}
