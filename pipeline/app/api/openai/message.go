package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/jsonobject"
	"github.com/beaver-eval/beaver-eval/pipeline/app/api/msgpart"
)

// message is a message of an OpenAI client. What has another shape than a message is kept as a field of one.
func (p *reader) message(raw json.RawMessage) pipeline.Message {
	o, err := jsonobject.Split(raw)
	if err != nil {
		return pipeline.Message{Role: pipeline.RoleUser, Fields: p.rest(jsonobject.Of("message", raw))}
	}
	return p.messageOf(o)
}

// messageOf is message for an object. A message that says no role is the user's.
func (p *reader) messageOf(o *jsonobject.Object) pipeline.Message {
	m := pipeline.Message{Role: role(o), Sections: p.content(o, "content", msgpart.Content), ToolCalls: p.calls(o)}
	m.ToolCallID, _ = o.TakeText("tool_call_id")
	m.Name, _ = o.TakeText("name")
	m.Fields = p.rest(o)
	return m
}

func role(o *jsonobject.Object) string {
	if role, ok := o.TakeText("role"); ok {
		return role
	}
	return pipeline.RoleUser
}

// calls takes the tool calls out. What they say besides id, name and arguments stays in the member, as a list with a
// value for each.
func (p *reader) calls(o *jsonobject.Object) []pipeline.ToolCall {
	items, ok := jsonobject.List(o.Get("tool_calls"))
	if !ok || len(items) == 0 {
		return nil
	}
	var calls []pipeline.ToolCall
	var rests jsonobject.Rests
	for _, item := range items {
		call, err := jsonobject.Split(item)
		if err != nil {
			rests.Add(p.canonical(item))
			continue
		}
		calls = append(calls, p.call(call))
		rests.Add(p.rest(call))
	}
	o.Put("tool_calls", rests.List())
	return calls
}

// call takes a tool call out of its object. The type of a custom tool stays: its arguments are a text of any form.
func (p *reader) call(o *jsonobject.Object) (c pipeline.ToolCall) {
	c.ID, _ = o.TakeText("id")
	key, text := "custom", "input"
	if !o.IsText("type", key) {
		key, text = "function", "arguments"
	}
	if o.IsText("type", "function") {
		o.Take("type")
	}
	if inner, err := jsonobject.Split(o.Get(key)); err == nil {
		c.Name, _ = inner.TakeText("name")
		c.Arguments = arguments(inner, text)
		o.Put(key, p.rest(inner))
	}
	return c
}

// arguments takes arguments out: a text, or in the clients of some servers any JSON.
func arguments(o *jsonobject.Object, key string) string {
	if text, ok := o.TakeText(key); ok {
		return text
	}
	if raw := o.Get(key); raw == nil || string(raw) == "null" {
		return ""
	}
	text, _ := pipeline.Repair(string(o.Take(key)))
	return text
}
