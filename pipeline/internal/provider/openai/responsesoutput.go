package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// The types of an answer's items.
const (
	responsesReasoning = "reasoning"
	responsesMessage   = "message"
	responsesCall      = "function_call"
	responsesCustom    = "custom_tool_call"
)

// responsesItem is an item of an answer.
type responsesItem struct {
	id, kind string
	text     string // the arguments of a call, or a custom tool's input
	call     pipeline.ToolCall
	refusal  bool // of a message: the text is one
}

// responsesItems returns the items of an answer: the thinking, the text, and the calls. An empty answer has an empty
// message.
func responsesItems(seed string, resp pipeline.Response, custom customTools) []responsesItem {
	var items []responsesItem
	if resp.Reasoning != "" {
		id := provider.ID("rs_", seed, 0)
		items = append(items, responsesItem{id: id, kind: responsesReasoning, text: resp.Reasoning})
	}
	if resp.Content != "" || len(resp.ToolCalls) == 0 {
		id := provider.ID("msg_", seed, 0)
		refusal := refused(resp)
		items = append(items, responsesItem{id: id, kind: responsesMessage, text: resp.Content, refusal: refusal})
	}
	for i, c := range resp.ToolCalls {
		prefix, kind := "fc_", responsesCall
		if custom[c.Name] {
			prefix, kind = "ctc_", responsesCustom
		}
		items = append(items, responsesItem{id: provider.ID(prefix, seed, i), kind: kind, text: c.Arguments, call: c})
	}
	return items
}

// value returns the item as JSON: without its text, or whole once it is done.
func (it responsesItem) value(done bool) map[string]any {
	status, text, parts := "in_progress", "", []any{}
	if done {
		status, text, parts = "completed", it.text, []any{it.part(it.text)}
	}
	v := map[string]any{"id": it.id, "type": it.kind, "status": status}
	switch it.kind {
	case responsesReasoning:
		v["summary"] = parts
	case responsesMessage:
		v["role"], v["content"] = pipeline.RoleAssistant, parts
	case responsesCall:
		v["call_id"], v["name"], v["arguments"] = it.call.ID, it.call.Name, text
	case responsesCustom:
		v["call_id"], v["name"], v["input"] = it.call.ID, it.call.Name, text
	}
	return v
}

// part returns the part of a message or of reasoning with this text.
func (it responsesItem) part(text string) map[string]any {
	switch {
	case it.kind == responsesReasoning:
		return map[string]any{"type": "summary_text", "text": text}
	case it.refusal:
		return map[string]any{"type": "refusal", "refusal": text}
	}
	return map[string]any{"type": "output_text", "text": text, "annotations": []any{}, "logprobs": []any{}}
}

// keepOutput keeps the messages that the answer and its items stand for: what the reader makes of them if a client
// sends them back.
func keepOutput(s *provider.Ledger, b *provider.Body, id string, items []responsesItem) error {
	p := responsesReader{reader: reader{responses: true}, store: s}
	var all []pipeline.Message
	for _, it := range items {
		raw, err := provider.Marshal(it.value(true))
		if err != nil {
			return err
		}
		ms, err := p.items([]json.RawMessage{raw})
		if err != nil {
			return err
		}
		all = append(all, ms...)
		s.Give(provider.Item, it.id)
		s.KeepItem(it.id, ms...)
	}
	said := b.Request.Messages[min(b.Instructed, len(b.Request.Messages)):]
	s.Give(provider.Response, id)
	s.KeepAnswer(id, append(pipeline.CloneMessages(said), p.joined(all)...))
	return p.err
}
