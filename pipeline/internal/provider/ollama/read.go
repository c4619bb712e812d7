package ollama

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// messageOf reads a message of a body.
func messageOf(raw json.RawMessage) (m pipeline.Message, err error) {
	o, m := provider.Open(raw)
	if text := jsonvalue.TextOf(o.Get("thinking")); text != "" {
		o.Take("thinking")
		m.Sections = append(m.Sections, pipeline.Section{Name: provider.Reasoning, Text: text})
	}
	if !o.Missed("content") {
		m.Sections = provider.Sections(m.Sections, provider.Content, o.TakeSaid("content"))
		o.Drop("content", `""`)
	}
	m.Sections = append(m.Sections, images(o)...)
	switch m.Role {
	case pipeline.RoleAssistant:
		if m.ToolCalls = callsOf(o); len(m.ToolCalls) > 0 {
			o.Drop("content", jsonvalue.Absent) // some clients leave it out, and some send ""
		}
	case pipeline.RoleTool:
		m.Name, m.ToolCallID = o.TakeSaid("tool_name"), o.TakeSaid("tool_call_id")
	}
	m.Fields, err = o.Rest()
	return m, err
}

// images takes base64 images out; anything else stays in its place.
func images(o *jsonvalue.Object) []pipeline.Section {
	items, ok := jsonvalue.SplitList(o.Get("images"))
	if !ok || len(items) == 0 {
		return nil
	}
	o.Take("images")
	var sections []pipeline.Section
	left := make(jsonvalue.Left, len(items))
	for i, raw := range items {
		data, isText := jsonvalue.Text(raw)
		line, ok := provider.Data(data, "")
		if !isText || !ok {
			left[i] = raw
			continue
		}
		sections = append(sections, pipeline.Section{Name: "image", Text: "[image " + line + "]"})
	}
	left.Into(o, "images")
	return sections
}

// callsOf takes the tool calls out of a message.
func callsOf(o *jsonvalue.Object) []pipeline.ToolCall {
	items, ok := jsonvalue.SplitList(o.Get("tool_calls"))
	if !ok || len(items) == 0 {
		return nil
	}
	o.Take("tool_calls")
	var calls []pipeline.ToolCall
	left := make(jsonvalue.Left, len(items))
	for i, raw := range items {
		item, err := jsonvalue.SplitObject(raw)
		if err != nil {
			left[i] = raw
			continue
		}
		calls = append(calls, callOf(i, item))
		left[i] = item.Raw()
	}
	left.Into(o, "tool_calls")
	return calls
}

// callOf takes the i-th call out of its object: an index equal to its place carries nothing.
func callOf(i int, o *jsonvalue.Object) (call pipeline.ToolCall) {
	call.ID = o.TakeSaid("id")
	o.Missed("function")
	function(o, func(f *jsonvalue.Object) {
		call.Name = f.TakeOwed("name")
		call.Arguments = provider.TakeArguments(f, "arguments")
		if string(f.Get("index")) == fmt.Sprint(i) {
			f.Take("index")
		}
	})
	return call
}

// function takes out of the function that an object wraps, and removes the object's type, which says that it is one.
func function(o *jsonvalue.Object, take func(*jsonvalue.Object)) {
	o.Within("function", take)
	if o.IsText("type", "function") {
		o.Take("type")
	}
}

// toolOf takes a tool out of the object that describes it.
func toolOf(o *jsonvalue.Object) (tool pipeline.Tool, err error) {
	function(o, func(f *jsonvalue.Object) { tool, err = provider.Tool(f, "parameters") })
	return tool, err
}
