package api

import (
	"errors"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// responses is how OpenAI's responses speak.
type responses struct{}

func (responses) read(s *Store, body *object) (*Body, error) {
	b := &Body{Stream: body.isTrue("stream")}
	b.Model, _ = partText(body.has("model"))
	p := responsesReader{store: s, body: b}
	if text, ok := body.takeText("instructions"); ok && text != "" {
		b.Request.Messages, b.instructed = []pipeline.Message{pipeline.Text(pipeline.RoleSystem, partContent, text)}, 1
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
		return nil, &SyntaxError{errors.New("input: there is no message")}
	}
	b.Request.Tools = p.tools(body, "tools")
	p.text(body, b)
	if p.err != nil {
		return nil, &SyntaxError{p.err}
	}
	return b, nil
}

// responsesEarlier are the messages that the request goes on from. Conversations are kept by nobody here.
func responsesEarlier(s *Store, body *object, b *Body) ([]pipeline.Message, error) {
	if id, ok := partText(body.has("conversation")); ok {
		return nil, &UnknownReferenceError{"conversation", id}
	}
	if o, err := splitObject(body.has("conversation")); err == nil {
		id, _ := o.takeText("id")
		return nil, &UnknownReferenceError{"conversation", id}
	}
	const key = "previous_response_id"
	if string(body.has(key)) == "null" {
		body.take(key)
	}
	id, ok := body.takeText(key)
	if !ok {
		return nil, nil
	}
	b.refers = append(b.refers, id)
	return s.answer(key, id)
}

// input takes the input out: a text of the user, or a list of items.
func (p *responsesReader) input(body *object) ([]pipeline.Message, error) {
	if text, ok := body.takeText("input"); ok {
		return []pipeline.Message{{Role: pipeline.RoleUser, Sections: partSections(nil, partContent, text)}}, nil
	}
	items, ok := list(body.has("input"))
	if !ok {
		return nil, &SyntaxError{errors.New("input: want a text or a list of items")}
	}
	body.take("input")
	return p.items(items)
}

// text takes the format of the answer out.
func (p *responsesReader) text(body *object, b *Body) {
	o, err := splitObject(body.has("text"))
	if err != nil {
		return
	}
	if p.format(o, "format", b); b.Request.Format != nil {
		partPut(body, "text", p.rest(o))
	}
}
