package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// responsesReader reads the items of an input, and of an answer as a client sends it back.
type responsesReader struct {
	reader
	store *provider.Ledger
	body  *provider.Body // the body whose references are noted; nil: an answer is read
}

// items returns the messages of items. Consecutive calls are one message, as the model gave them.
func (p *responsesReader) items(items []json.RawMessage) ([]pipeline.Message, error) {
	var all []pipeline.Message
	for _, item := range items {
		ms, err := p.item(item)
		if err != nil {
			return nil, err
		}
		all = append(all, ms...)
	}
	return p.joined(all), nil
}

// item returns the messages of an item: one, but for a reference.
func (p *responsesReader) item(raw json.RawMessage) ([]pipeline.Message, error) {
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		return []pipeline.Message{{Role: pipeline.RoleUser, Fields: p.rest(jsonvalue.ObjectOf("item", raw))}}, nil
	}
	if id, ok := responsesReference(o); ok {
		if p.body != nil {
			p.body.Refers = append(p.body.Refers, id)
		}
		return p.store.Item(id)
	}
	kind, _ := jsonvalue.Text(o.Get("type"))
	switch {
	case kind == "message", kind == "" && o.Get("role") != nil:
		o.Drop("type", `"message"`)
		return []pipeline.Message{p.messageOf(o)}, nil
	case kind == "function_call":
		o.Take("type")
		return []pipeline.Message{p.callItem(o, "arguments")}, nil
	case kind == "custom_tool_call":
		return []pipeline.Message{p.callItem(o, "input")}, nil
	case kind == "function_call_output":
		o.Take("type")
		return []pipeline.Message{p.output(o)}, nil
	case kind == "custom_tool_call_output":
		return []pipeline.Message{p.output(o)}, nil
	case kind == "reasoning":
		o.Take("type")
		return []pipeline.Message{p.reasoning(o)}, nil
	}
	m := pipeline.Message{Role: pipeline.RoleUser}
	if !o.IsText("role", m.Role) { // which is its default role
		m.Role = role(o)
	}
	if kind == "" { // it lacks a role, so it is no message
		o.Missed("role")
	}
	m.Fields = p.rest(o)
	return []pipeline.Message{m}, nil
}

// responsesReference returns the id of an item that only refers to another one.
func responsesReference(o *jsonvalue.Object) (id string, ok bool) {
	kind := o.Get("type")
	if kind != nil && string(kind) != "null" && !o.IsText("type", "item_reference") {
		return "", false
	}
	for key := range o.Keys() {
		if key != "type" && key != "id" {
			return "", false
		}
	}
	return jsonvalue.Text(o.Get("id"))
}

// callItem returns a message of one call. The item's other members are in its fields, as in a message of chat
// completions.
func (p *responsesReader) callItem(o *jsonvalue.Object, text string) pipeline.Message {
	var c pipeline.ToolCall
	c.ID, c.Name = o.TakeSaid("call_id"), o.TakeOwed("name")
	c.Arguments = arguments(o, text)
	var rests jsonvalue.Rests
	rests.Add(p.rest(o))
	return p.withCalls([]pipeline.ToolCall{c}, &rests)
}

func (p *responsesReader) withCalls(calls []pipeline.ToolCall, rests *jsonvalue.Rests) pipeline.Message {
	m := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: calls}
	if raw := rests.List(); raw != nil {
		m.Fields = p.rest(jsonvalue.ObjectOf("tool_calls", raw))
	}
	return m
}

func (p *responsesReader) output(o *jsonvalue.Object) pipeline.Message {
	m := pipeline.Message{Role: pipeline.RoleTool}
	m.Sections, m.ToolCallID = p.content(o, "output", p.said(m.Role)), o.TakeSaid("call_id")
	o.Drop("output", `""`)
	m.Fields = p.rest(o)
	return m
}

func (p *responsesReader) reasoning(o *jsonvalue.Object) pipeline.Message {
	sections := p.content(o, "summary", textPart{provider.Reasoning, "summary_text"})
	sections = append(sections, p.content(o, "content", textPart{provider.Reasoning, "reasoning_text"})...)
	o.Drop("summary", "[]")
	o.Drop("content", jsonvalue.Absent)
	return pipeline.Message{Role: pipeline.RoleAssistant, Sections: sections, Fields: p.rest(o)}
}

// joined merges consecutive messages that have only calls.
func (p *responsesReader) joined(all []pipeline.Message) []pipeline.Message {
	var joined []pipeline.Message
	for i := 0; i < len(all); {
		var calls []pipeline.ToolCall
		var rests jsonvalue.Rests
		n := 0
		for ; i+n < len(all); n++ {
			more, ok := responsesCalls(all[i+n])
			if !ok {
				break
			}
			calls = append(calls, all[i+n].ToolCalls...)
			rests.Items, rests.Any = append(rests.Items, more.Items...), rests.Any || more.Any
		}
		if n < 2 {
			joined, n = append(joined, all[i]), 1
		} else {
			joined = append(joined, p.withCalls(calls, &rests))
		}
		i += n
	}
	return joined
}

// responsesCalls returns the other members of a message's calls, if the message has nothing else.
func responsesCalls(m pipeline.Message) (rests jsonvalue.Rests, ok bool) {
	if m.Role != pipeline.RoleAssistant || len(m.Sections) > 0 || len(m.ToolCalls) == 0 {
		return jsonvalue.Rests{}, false
	}
	if m.Fields == nil {
		for range m.ToolCalls {
			rests.Add(nil)
		}
		return rests, true
	}
	o, err := jsonvalue.SplitObject(m.Fields)
	if err != nil || o.Len() != 1 {
		return jsonvalue.Rests{}, false
	}
	rests.Items, _ = jsonvalue.SplitList(o.Get("tool_calls"))
	rests.Any = true
	return rests, len(rests.Items) == len(m.ToolCalls)
}
