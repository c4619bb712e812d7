package openai

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// Responses is the form of OpenAI's responses.
type Responses struct{}

// Read implements provider.Form.
func (Responses) Read(s *provider.Ledger, body *jsonvalue.Object) (*provider.Body, error) {
	b := &provider.Body{Stream: body.IsTrue("stream")}
	b.Model, _ = jsonvalue.Text(body.Get("model"))
	p := responsesReader{reader: reader{responses: true}, store: s, body: b}
	if text := body.TakeSaid("instructions"); text != "" {
		b.Request.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleSystem, provider.Content, text)}
		b.Instructed = 1
	}
	earlier, err := responsesEarlier(s, body, b)
	if err != nil {
		return nil, err
	}
	input, err := p.input(body)
	if err != nil {
		return nil, err
	}
	if b.Request.Messages = slices.Concat(b.Request.Messages, earlier, input); len(b.Request.Messages) == 0 {
		return nil, &provider.SyntaxError{Err: errors.New("input: there is no message")}
	}
	b.Request.Tools = p.tools(body, "tools")
	p.text(body, b)
	if p.err != nil {
		return nil, &provider.SyntaxError{Err: p.err}
	}
	return b, nil
}

// responsesEarlier returns the messages that the request continues. Conversation ids are not supported.
func responsesEarlier(
	s *provider.Ledger, body *jsonvalue.Object, b *provider.Body,
) ([]pipeline.Message, error) {
	if id, ok := jsonvalue.Text(body.Get("conversation")); ok {
		return nil, &provider.UnknownReferenceError{Key: "conversation", ID: id}
	}
	if o, err := jsonvalue.SplitObject(body.Get("conversation")); err == nil {
		id, _ := o.TakeText("id")
		return nil, &provider.UnknownReferenceError{Key: "conversation", ID: id}
	}
	const key = "previous_response_id"
	if string(body.Get(key)) == "null" {
		body.Take(key)
	}
	id, ok := body.TakeText(key)
	if !ok {
		return nil, nil
	}
	b.Refers = append(b.Refers, id)
	return s.Answer(key, id)
}

// input takes the input out: a text of the user, or a list of items.
func (p *responsesReader) input(body *jsonvalue.Object) ([]pipeline.Message, error) {
	if text, ok := body.TakeText("input"); ok {
		said := provider.Sections(nil, provider.Content, text)
		return []pipeline.Message{{Role: pipeline.RoleUser, Sections: said}}, nil
	}
	items, ok := jsonvalue.SplitList(body.Get("input"))
	if !ok {
		return nil, &provider.SyntaxError{Err: errors.New("input: want a text or a list of items")}
	}
	body.Take("input")
	return p.items(items)
}

// text takes the format of the answer out.
func (p *responsesReader) text(body *jsonvalue.Object, b *provider.Body) {
	o, err := jsonvalue.SplitObject(body.Get("text"))
	if err != nil {
		return
	}
	if p.format(o, "format", b); b.Request.Format != nil {
		body.Put("text", p.rest(o))
	}
}
