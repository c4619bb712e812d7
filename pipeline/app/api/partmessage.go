package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The names of sections in messages of clients.
const (
	partContent   = "Content"
	partReasoning = "Reasoning"
)

// message is a message of an OpenAI client. What has another shape than a message is kept as a field of one.
func (p *partReader) message(raw json.RawMessage) pipeline.Message {
	o, err := splitObject(raw)
	if err != nil {
		return pipeline.Message{Role: pipeline.RoleUser, Fields: p.rest(partMember("message", raw))}
	}
	return p.messageOf(o)
}

// messageOf is message for an object. A message that says no role is the user's.
func (p *partReader) messageOf(o *object) pipeline.Message {
	m := pipeline.Message{Role: partRole(o), Sections: p.content(o, "content", partContent), ToolCalls: p.calls(o)}
	m.ToolCallID, _ = o.takeText("tool_call_id")
	m.Name, _ = o.takeText("name")
	m.Fields = p.rest(o)
	return m
}

func partRole(o *object) string {
	if role, ok := o.takeText("role"); ok {
		return role
	}
	return pipeline.RoleUser
}

// calls takes the tool calls out. What they say besides id, name and arguments stays in the member, as a list with a
// value for each.
func (p *partReader) calls(o *object) []pipeline.ToolCall {
	items, ok := list(o.has("tool_calls"))
	if !ok || len(items) == 0 {
		return nil
	}
	var calls []pipeline.ToolCall
	var rests partRests
	for _, item := range items {
		call, err := splitObject(item)
		if err != nil {
			rests.add(p.canonical(item))
			continue
		}
		calls = append(calls, p.call(call))
		rests.add(p.rest(call))
	}
	partPut(o, "tool_calls", rests.list())
	return calls
}

// call takes a tool call out of its object. The type of a custom tool stays: its arguments are a text of any form.
func (p *partReader) call(o *object) (c pipeline.ToolCall) {
	c.ID, _ = o.takeText("id")
	key, text := "custom", "input"
	if !o.isText("type", key) {
		key, text = "function", "arguments"
	}
	if o.isText("type", "function") {
		o.take("type")
	}
	if inner, err := splitObject(o.has(key)); err == nil {
		c.Name, _ = inner.takeText("name")
		c.Arguments = partArguments(inner, text)
		partPut(o, key, p.rest(inner))
	}
	return c
}

// partArguments takes arguments out: a text, or in the clients of some servers any JSON.
func partArguments(o *object, key string) string {
	if text, ok := o.takeText(key); ok {
		return text
	}
	if raw := o.has(key); raw == nil || string(raw) == "null" {
		return ""
	}
	text, _ := pipeline.Repair(string(o.take(key)))
	return text
}
