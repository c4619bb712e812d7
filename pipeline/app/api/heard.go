package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Heard notes what somebody else has answered to a body, as it came: later requests can refer to it, and the ids in it
// were given out. raw is the body of the answer; one that is not read says nothing.
func (s *Store) Heard(b *Body, raw []byte) {
	if b.Endpoint != Responses {
		return
	}
	o, err := parseObject(raw)
	if err != nil {
		return
	}
	id, _ := partText(o.has("id"))
	items, ok := list(o.has("output"))
	if !ok || id == "" {
		return
	}
	p := responsesReader{store: s}
	var all []pipeline.Message
	for _, item := range items {
		ms, err := p.items([]json.RawMessage{item})
		if err != nil {
			return
		}
		all = append(all, ms...)
		if o, err := splitObject(item); err == nil {
			if name, ok := partText(o.has("id")); ok {
				s.give(itemID, name)
				s.keepItem(name, ms...)
			}
		}
	}
	said := b.Request.Messages[min(b.instructed, len(b.Request.Messages)):]
	s.give(answerID, id)
	s.keepAnswer(id, append(pipeline.CloneMessages(said), p.joined(all)...))
}
