package openai

import (
	"encoding/json"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// message reads a message of an OpenAI client. A value of another shape is kept as a field of a message.
func (p *reader) message(raw json.RawMessage) pipeline.Message {
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		return pipeline.Message{Role: pipeline.RoleUser, Fields: p.rest(jsonvalue.ObjectOf("message", raw))}
	}
	return p.messageOf(o)
}

// messageOf is message for an object. A message without a role is the user's, with a field that says so.
func (p *reader) messageOf(o *jsonvalue.Object) pipeline.Message {
	said := o.Get("role") != nil
	m := pipeline.Message{Role: role(o)}
	if !said {
		o.Missed("role")
	}
	m.Sections, m.ToolCalls = p.content(o, "content", p.said(m.Role)), p.calls(o)
	if m.Role == pipeline.RoleAssistant && (len(m.ToolCalls) > 0 || answers(o)) {
		// Clients spell a message with only calls in each of these ways, and providers accept all of them.
		o.Drop("content", `""`, "null", jsonvalue.Absent)
	} else {
		o.Drop("content", `""`)
	}
	m.ToolCallID, m.Name = o.TakeSaid("tool_call_id"), o.TakeSaid("name")
	m.Fields = p.rest(o)
	return m
}

// answers reports whether an assistant message has anything beside content and tool calls.
func answers(o *jsonvalue.Object) bool {
	return slices.ContainsFunc([]string{"function_call", "refusal", "audio"}, func(key string) bool {
		raw := o.Get(key)
		return raw != nil && string(raw) != "null"
	})
}

func role(o *jsonvalue.Object) string {
	if role := o.TakeSaid("role"); role != "" {
		return role
	}
	return pipeline.RoleUser
}

// calls takes the tool calls out. Their members other than id, name and arguments stay, as a list with a value for
// each.
func (p *reader) calls(o *jsonvalue.Object) []pipeline.ToolCall {
	items, ok := jsonvalue.SplitList(o.Get("tool_calls"))
	if !ok || len(items) == 0 {
		return nil
	}
	var calls []pipeline.ToolCall
	var rests jsonvalue.Rests
	for _, item := range items {
		call, err := jsonvalue.SplitObject(item)
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
func (p *reader) call(o *jsonvalue.Object) (c pipeline.ToolCall) {
	c.ID = o.TakeSaid("id")
	key, text := "custom", "input"
	if !o.IsText("type", key) {
		key, text = "function", "arguments"
	}
	o.Missed("type")
	o.Drop("type", `"function"`)
	if o.Missed(key) {
		return c
	}
	if inner, err := jsonvalue.SplitObject(o.Get(key)); err == nil {
		c.Name = inner.TakeOwed("name")
		c.Arguments = arguments(inner, text)
		o.Put(key, p.rest(inner))
	}
	return c
}

// arguments takes arguments out: a text, or with the clients of some servers any JSON, which a field marks as no text.
func arguments(o *jsonvalue.Object, key string) string {
	if text, ok := o.TakeText(key); ok {
		return text
	}
	raw := o.Get(key)
	if raw == nil || string(raw) == "null" {
		o.Missed(key)
		return ""
	}
	o.Put(key, json.RawMessage(`"as JSON"`))
	return string(raw)
}
