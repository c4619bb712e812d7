package anthropic

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// content is the parsed content of a message.
type content struct {
	sections []pipeline.Section
	calls    []pipeline.ToolCall
	results  []pipeline.Message
	left     jsonvalue.Left

	apart []apart // the blocks of calls or results
	first int     // the first block that is a section; -1: none
	last  int
}

// apart is a block of its own message or call. Its type is left in its place where the order matters.
type apart struct {
	index  int
	result bool
	rest   *jsonvalue.Object
}

// contentOf takes the content, a text or blocks, out of a message of a role. The rest of the blocks stays in its place.
func contentOf(o *jsonvalue.Object, role string) (c content, err error) {
	if o.Missed("content") {
		return c, nil
	}
	if text, ok := o.TakeText("content"); ok {
		if text != "" {
			c.sections = []pipeline.Section{{Name: provider.Content, Text: text}}
		}
		return c, nil
	}
	items, ok := jsonvalue.SplitList(o.Get("content"))
	if !ok || len(items) == 0 {
		return c, nil
	}
	o.Take("content")
	c.first, c.left = -1, make(jsonvalue.Left, len(items))
	for i, raw := range items {
		if err := c.block(i, role, raw); err != nil {
			return c, err
		}
	}
	c.order()
	c.left.Into(o, "content")
	return c, nil
}

// block reads the i-th block.
func (c *content) block(i int, role string, raw json.RawMessage) error {
	o, err := jsonvalue.SplitObject(raw)
	if err != nil {
		c.left[i] = raw
		return nil
	}
	switch {
	case role == pipeline.RoleAssistant && o.IsText("type", "tool_use"):
		c.calls = append(c.calls, callOf(o))
		c.apart = append(c.apart, apart{i, false, o})
		return nil
	case role == pipeline.RoleUser && o.IsText("type", "tool_result"):
		c.apart = append(c.apart, apart{index: i, result: true})
		m, err := resultOf(o)
		c.results = append(c.results, m)
		return err
	}
	section, ok := sectionOf(o)
	switch {
	case ok:
		if c.first < 0 {
			c.first = i
		}
		c.last = i
		if section.Text != "" {
			c.sections = append(c.sections, section)
		} else {
			emptied(o, section.Name)
		}
	case o.Len() == 0: // a rest without members would say that nothing is left
		o.Missed("type")
	}
	c.left[i] = o.Raw()
	return nil
}

// emptied marks a block without text, so that it differs from a missing one. Thinking that its provider withholds needs
// no mark if it has a signature.
func emptied(o *jsonvalue.Object, section string) {
	switch {
	case section == provider.Content:
		o.Put("type", json.RawMessage(`"text"`))
		o.Put("text", json.RawMessage(`""`))
	case o.Len() == 0:
		o.Put("thinking", json.RawMessage(`""`))
	}
}

// order notes the types of calls before a section and of results after one: elsewhere their place is clear.
func (c *content) order() {
	for _, a := range c.apart {
		switch {
		case a.result && c.first >= 0 && a.index > c.first:
			c.left[a.index] = json.RawMessage(`{"type":"tool_result"}`)
		case a.result:
		default:
			if c.first < 0 || a.index > c.last {
				a.rest.Take("type")
			}
			c.left[a.index] = a.rest.Raw()
		}
	}
}

// callOf takes a call out of its block.
func callOf(o *jsonvalue.Object) (call pipeline.ToolCall) {
	call.ID, call.Name = o.TakeSaid("id"), o.TakeOwed("name")
	call.Arguments = provider.TakeArguments(o, "input")
	return call
}

// resultOf takes the result of a tool out of its block.
func resultOf(o *jsonvalue.Object) (pipeline.Message, error) {
	o.Take("type")
	m := pipeline.Message{Role: pipeline.RoleTool}
	m.ToolCallID = o.TakeOwed("tool_use_id")
	content, err := contentOf(o, pipeline.RoleTool)
	if err != nil {
		return m, err
	}
	m.Sections = content.sections
	o.Drop("content", jsonvalue.Absent) // as results may be
	m.Fields, err = o.Rest()
	return m, err
}

// sectionOf takes a model-readable section out of a block; ok is false for an unknown block.
func sectionOf(o *jsonvalue.Object) (section pipeline.Section, ok bool) {
	switch kind := jsonvalue.TextOf(o.Get("type")); kind {
	case "text":
		section.Name = provider.Content
		section.Text, ok = o.TakeText("text")
	case "thinking":
		section.Name = provider.Reasoning
		section.Text, ok = o.TakeText("thinking")
	case "redacted_thinking": // only the provider can read it
		section, ok = pipeline.Section{Name: provider.Reasoning, Text: "[redacted_thinking]"}, true
	case "image", "document":
		section.Name = kind
		o.Within("source", func(source *jsonvalue.Object) { section.Text, ok = sourceOf(kind, source) })
	}
	if ok {
		o.Take("type")
	}
	return section, ok
}

// sourceOf takes the data out of a source: a text as it is, anything else as one line.
func sourceOf(kind string, source *jsonvalue.Object) (text string, ok bool) {
	switch jsonvalue.TextOf(source.Get("type")) {
	case "base64":
		media := jsonvalue.TextOf(source.Get("media_type"))
		if text, ok = provider.Data(jsonvalue.TextOf(source.Get("data")), media); ok {
			source.TakeText("media_type")
			source.Take("data")
		}
	case "url":
		text, ok = source.TakeText("url")
	case "file":
		text, ok = source.TakeText("file_id")
	case "text":
		return source.TakeText("data") // its type stays, to tell a text from the line of an upload
	}
	if !ok {
		return "", false
	}
	source.Take("type")
	return "[" + kind + " " + text + "]", true
}
