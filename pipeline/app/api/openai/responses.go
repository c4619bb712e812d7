package openai

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/exchange"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/msgpart"
)

// Responses is how OpenAI's responses speak.
type Responses struct{}

// Read implements exchange.Form.
func (Responses) Read(s *exchange.Ledger, body *jsonobject.Object) (*exchange.Body, error) {
	b := &exchange.Body{Stream: body.IsTrue("stream")}
	b.Model, _ = jsonobject.Text(body.Get("model"))
	p := responsesReader{reader: reader{responses: true}, store: s, body: b}
	if text := body.TakeSaid("instructions"); text != "" {
		b.Request.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleSystem, msgpart.Content, text)}
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
		return nil, &exchange.SyntaxError{Err: errors.New("input: there is no message")}
	}
	b.Request.Tools = p.tools(body, "tools")
	p.text(body, b)
	if p.err != nil {
		return nil, &exchange.SyntaxError{Err: p.err}
	}
	return b, nil
}

// responsesEarlier are the messages that the request goes on from. Conversations are kept by nobody here.
func responsesEarlier(
	s *exchange.Ledger, body *jsonobject.Object, b *exchange.Body,
) ([]pipeline.Message, error) {
	if id, ok := jsonobject.Text(body.Get("conversation")); ok {
		return nil, &exchange.UnknownReferenceError{Key: "conversation", ID: id}
	}
	if o, err := jsonobject.Split(body.Get("conversation")); err == nil {
		id, _ := o.TakeText("id")
		return nil, &exchange.UnknownReferenceError{Key: "conversation", ID: id}
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
func (p *responsesReader) input(body *jsonobject.Object) ([]pipeline.Message, error) {
	if text, ok := body.TakeText("input"); ok {
		said := msgpart.Sections(nil, msgpart.Content, text)
		return []pipeline.Message{{Role: pipeline.RoleUser, Sections: said}}, nil
	}
	items, ok := jsonobject.List(body.Get("input"))
	if !ok {
		return nil, &exchange.SyntaxError{Err: errors.New("input: want a text or a list of items")}
	}
	body.Take("input")
	return p.items(items)
}

// text takes the format of the answer out.
func (p *responsesReader) text(body *jsonobject.Object, b *exchange.Body) {
	o, err := jsonobject.Split(body.Get("text"))
	if err != nil {
		return
	}
	if p.format(o, "format", b); b.Request.Format != nil {
		body.Put("text", p.rest(o))
	}
}
