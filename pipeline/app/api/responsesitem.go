package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// responsesReader reads the items of an input, and of an answer as a client sends it back.
type responsesReader struct {
	partReader
	store *Store
	body  *Body // that refers to what it names; nil: an answer is read
}

// items are the messages of items. Calls that follow each other at once are one message, as the model gave them.
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

// item are the messages of an item: one, but for a reference.
func (p *responsesReader) item(raw json.RawMessage) ([]pipeline.Message, error) {
	o, err := splitObject(raw)
	if err != nil {
		return []pipeline.Message{{Role: pipeline.RoleUser, Fields: p.rest(partMember("item", raw))}}, nil
	}
	if id, ok := responsesReference(o); ok {
		if p.body != nil {
			p.body.refers = append(p.body.refers, id)
		}
		return p.store.item(id)
	}
	kind, _ := partText(o.has("type"))
	switch {
	case kind == "message", kind == "" && o.has("role") != nil:
		o.takeText("type")
		return []pipeline.Message{p.messageOf(o)}, nil
	case kind == "function_call":
		o.take("type")
		return []pipeline.Message{p.callItem(o, "arguments")}, nil
	case kind == "custom_tool_call":
		return []pipeline.Message{p.callItem(o, "input")}, nil
	case kind == "function_call_output":
		o.take("type")
		return []pipeline.Message{p.output(o)}, nil
	case kind == "custom_tool_call_output":
		return []pipeline.Message{p.output(o)}, nil
	case kind == "reasoning":
		o.take("type")
		return []pipeline.Message{p.reasoning(o)}, nil
	}
	return []pipeline.Message{{Role: partRole(o), Fields: p.rest(o)}}, nil
}

// responsesReference is the id of an item that says nothing but that it is another one.
func responsesReference(o *object) (id string, ok bool) {
	kind := o.has("type")
	if kind != nil && string(kind) != "null" && !o.isText("type", "item_reference") {
		return "", false
	}
	for _, key := range o.keys {
		if key != "type" && key != "id" {
			return "", false
		}
	}
	return partText(o.has("id"))
}

// callItem is a message of one call. What the item says besides stands in its fields as in those of a message of chat
// completions.
func (p *responsesReader) callItem(o *object, arguments string) pipeline.Message {
	var c pipeline.ToolCall
	c.ID, _ = o.takeText("call_id")
	c.Name, _ = o.takeText("name")
	c.Arguments = partArguments(o, arguments)
	var rests partRests
	rests.add(p.rest(o))
	return p.withCalls([]pipeline.ToolCall{c}, &rests)
}

func (p *responsesReader) withCalls(calls []pipeline.ToolCall, rests *partRests) pipeline.Message {
	m := pipeline.Message{Role: pipeline.RoleAssistant, ToolCalls: calls}
	if raw := rests.list(); raw != nil {
		m.Fields = p.rest(partMember("tool_calls", raw))
	}
	return m
}

func (p *responsesReader) output(o *object) pipeline.Message {
	m := pipeline.Message{Role: pipeline.RoleTool, Sections: p.content(o, "output", partContent)}
	m.ToolCallID, _ = o.takeText("call_id")
	m.Fields = p.rest(o)
	return m
}

func (p *responsesReader) reasoning(o *object) pipeline.Message {
	sections := p.content(o, "summary", partReasoning)
	sections = append(sections, p.content(o, "content", partReasoning)...)
	return pipeline.Message{Role: pipeline.RoleAssistant, Sections: sections, Fields: p.rest(o)}
}

// joined are the messages, with those of calls alone that follow each other as one.
func (p *responsesReader) joined(all []pipeline.Message) []pipeline.Message {
	var joined []pipeline.Message
	for i := 0; i < len(all); {
		var calls []pipeline.ToolCall
		var rests partRests
		n := 0
		for ; i+n < len(all); n++ {
			more, ok := responsesCalls(all[i+n])
			if !ok {
				break
			}
			calls = append(calls, all[i+n].ToolCalls...)
			rests.items, rests.any = append(rests.items, more.items...), rests.any || more.any
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

// responsesCalls is what the calls of a message say besides, when there is nothing else in it.
func responsesCalls(m pipeline.Message) (rests partRests, ok bool) {
	if m.Role != pipeline.RoleAssistant || len(m.Sections) > 0 || len(m.ToolCalls) == 0 {
		return partRests{}, false
	}
	if m.Fields == nil {
		for range m.ToolCalls {
			rests.add(nil)
		}
		return rests, true
	}
	o, err := splitObject(m.Fields)
	if err != nil || len(o.keys) != 1 {
		return partRests{}, false
	}
	rests.items, _ = list(o.has("tool_calls"))
	rests.any = true
	return rests, len(rests.items) == len(m.ToolCalls)
}
