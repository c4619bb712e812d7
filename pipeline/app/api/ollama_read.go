package api

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ollamaMessage is a message of a body.
func ollamaMessage(raw json.RawMessage) (m pipeline.Message, err error) {
	o, m := anthropicOpen(raw)
	if text := anthropicText(o.has("thinking")); text != "" {
		o.take("thinking")
		m.Sections = append(m.Sections, pipeline.Section{Name: partReasoning, Text: text})
	}
	if text, ok := o.takeText("content"); ok && text != "" {
		m.Sections = append(m.Sections, pipeline.Section{Name: partContent, Text: text})
	}
	m.Sections = append(m.Sections, ollamaImages(o)...)
	switch m.Role {
	case pipeline.RoleAssistant:
		m.ToolCalls = ollamaCalls(o)
	case pipeline.RoleTool:
		m.Name, _ = o.takeText("tool_name")
		m.ToolCallID, _ = o.takeText("tool_call_id")
	}
	m.Fields, err = o.rest()
	return m, err
}

// ollamaImages takes images out, which are base64; what is none stays in its place.
func ollamaImages(o *object) []pipeline.Section {
	items, ok := list(o.has("images"))
	if !ok || len(items) == 0 {
		return nil
	}
	o.take("images")
	var sections []pipeline.Section
	left := make(anthropicLeft, len(items))
	for i, raw := range items {
		data, isText := partText(raw)
		line, ok := partData(data, "")
		if !isText || !ok {
			left[i] = raw
			continue
		}
		sections = append(sections, pipeline.Section{Name: "image", Text: "[image " + line + "]"})
	}
	left.into(o, "images")
	return sections
}

// ollamaCalls takes the calls of tools out of a message.
func ollamaCalls(o *object) []pipeline.ToolCall {
	items, ok := list(o.has("tool_calls"))
	if !ok || len(items) == 0 {
		return nil
	}
	o.take("tool_calls")
	var calls []pipeline.ToolCall
	left := make(anthropicLeft, len(items))
	for i, raw := range items {
		item, err := splitObject(raw)
		if err != nil {
			left[i] = raw
			continue
		}
		calls = append(calls, ollamaCall(i, item))
		left[i] = anthropicRaw(item)
	}
	left.into(o, "tool_calls")
	return calls
}

// ollamaCall takes the i-th call out of the object that says it: its index says what its place says.
func ollamaCall(i int, o *object) (call pipeline.ToolCall) {
	call.ID, _ = o.takeText("id")
	ollamaFunction(o, func(f *object) {
		call.Name, _ = f.takeText("name")
		call.Arguments = anthropicArguments(f.take("arguments"))
		if string(f.has("index")) == fmt.Sprint(i) {
			f.take("index")
		}
	})
	return call
}

// ollamaFunction takes out of the function that an object wraps, and the object's type, which says that it is one.
func ollamaFunction(o *object, take func(*object)) {
	anthropicMember(o, "function", take)
	if o.isText("type", "function") {
		o.take("type")
	}
}

// ollamaTool takes a tool out of the object that describes it.
func ollamaTool(o *object) (tool pipeline.Tool, err error) {
	ollamaFunction(o, func(f *object) { tool, err = anthropicTool(f, "parameters") })
	return tool, err
}
