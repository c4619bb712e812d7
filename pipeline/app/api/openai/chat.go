package openai

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
)

// ChatCompletions is how OpenAI's chat completions speak, and the many servers that do as they do.
type ChatCompletions struct{}

// Read implements exchange.Form.
func (ChatCompletions) Read(_ *exchange.Ledger, body *jsonobject.Object) (*exchange.Body, error) {
	items, ok := jsonobject.List(body.Get("messages"))
	if !ok || len(items) == 0 {
		return nil, &exchange.SyntaxError{Err: errors.New("messages: want a list of messages")}
	}
	body.Take("messages")
	b := &exchange.Body{Stream: body.IsTrue("stream")}
	b.Model, _ = jsonobject.Text(body.Get("model"))
	var p reader
	for _, item := range items {
		b.Request.Messages = append(b.Request.Messages, p.message(item))
	}
	b.Request.Tools = append(p.tools(body, "tools"), p.tools(body, functions)...)
	p.format(body, "response_format", b)
	if p.err != nil {
		return nil, &exchange.SyntaxError{Err: p.err}
	}
	return b, nil
}
