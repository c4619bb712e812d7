package openai

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// ChatCompletions is the form of OpenAI's chat completions, and of the many compatible servers.
type ChatCompletions struct{}

// Read implements provider.Form.
func (ChatCompletions) Read(_ *provider.Ledger, body *jsonvalue.Object) (*provider.Body, error) {
	items, ok := jsonvalue.SplitList(body.Get("messages"))
	if !ok || len(items) == 0 {
		return nil, &provider.SyntaxError{Err: errors.New("messages: want a list of messages")}
	}
	body.Take("messages")
	b := &provider.Body{Stream: body.IsTrue("stream")}
	b.Model, _ = jsonvalue.Text(body.Get("model"))
	var p reader
	for _, item := range items {
		b.Request.Messages = append(b.Request.Messages, p.message(item))
	}
	b.Request.Tools = append(p.tools(body, "tools"), p.tools(body, functions)...)
	p.format(body, "response_format", b)
	if p.err != nil {
		return nil, &provider.SyntaxError{Err: p.err}
	}
	return b, nil
}
