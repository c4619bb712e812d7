package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// Receive keeps the messages that a provider's answer and its items stand for in later requests.
func (Responses) Receive(l *provider.Ledger, b *provider.Body, answer []byte) error {
	whole, err := responsesWhole(b.Stream, answer)
	if err != nil {
		return err
	}
	var said struct {
		ID     string            `json:"id"`
		Output []json.RawMessage `json:"output"`
	}
	if err := json.Unmarshal(whole, &said); err != nil {
		return err
	}
	p := responsesReader{store: l}
	var all []pipeline.Message
	for _, raw := range said.Output {
		ms, err := p.items([]json.RawMessage{raw})
		if err != nil {
			return err
		}
		all = append(all, ms...)
		if id := idOf(raw); id != "" {
			l.Receive(provider.Item, id)
			l.KeepItem(id, ms...)
		}
	}
	earlier := b.Request.Messages[min(b.Instructed, len(b.Request.Messages)):]
	l.Receive(provider.Response, said.ID)
	l.KeepAnswer(said.ID, append(pipeline.CloneMessages(earlier), p.joined(all)...))
	return p.err
}

// idOf returns the id of an item; empty: it has none.
func idOf(raw json.RawMessage) string {
	var item struct {
		ID string `json:"id"`
	}
	if json.Unmarshal(raw, &item) != nil {
		return ""
	}
	return item.ID
}
