package api

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// anthropicContent is what the content of a message says.
type anthropicContent struct {
	sections []pipeline.Section
	calls    []pipeline.ToolCall
	results  []pipeline.Message
	left     anthropicLeft

	apart []anthropicApart // the blocks that are calls or results
	first int              // the first block that is a section; -1: none is
	last  int
}

// anthropicApart is a block that leaves its place among the sections: its type is left there where that shows.
type anthropicApart struct {
	index  int
	result bool
	rest   *object
}

// anthropicContentOf takes the content out of a message of a role: a text, or blocks. What is left of the blocks stays
// in its place.
func anthropicContentOf(o *object, role string) (c anthropicContent, err error) {
	if text, ok := o.takeText("content"); ok {
		if text != "" {
			c.sections = []pipeline.Section{{Name: partContent, Text: text}}
		}
		return c, nil
	}
	items, ok := list(o.has("content"))
	if !ok || len(items) == 0 {
		return c, nil
	}
	o.take("content")
	c.first, c.left = -1, make(anthropicLeft, len(items))
	for i, raw := range items {
		if err := c.block(i, role, raw); err != nil {
			return c, err
		}
	}
	c.order()
	c.left.into(o, "content")
	return c, nil
}

// block reads the i-th block.
func (c *anthropicContent) block(i int, role string, raw json.RawMessage) error {
	o, err := splitObject(raw)
	if err != nil {
		c.left[i] = raw
		return nil
	}
	switch {
	case role == pipeline.RoleAssistant && o.isText("type", "tool_use"):
		c.calls = append(c.calls, anthropicCall(o))
		c.apart = append(c.apart, anthropicApart{i, false, o})
		return nil
	case role == pipeline.RoleUser && o.isText("type", "tool_result"):
		c.apart = append(c.apart, anthropicApart{index: i, result: true})
		m, err := anthropicResult(o)
		c.results = append(c.results, m)
		return err
	}
	if section, ok := anthropicSection(o); ok {
		if c.first < 0 {
			c.first = i
		}
		c.last = i
		if section.Text != "" {
			c.sections = append(c.sections, section)
		}
	}
	c.left[i] = anthropicRaw(o)
	return nil
}

// order notes the types of calls in front of a section and of results behind one: elsewhere their place is clear.
func (c *anthropicContent) order() {
	for _, a := range c.apart {
		switch {
		case a.result && c.first >= 0 && a.index > c.first:
			c.left[a.index] = json.RawMessage(`{"type":"tool_result"}`)
		case a.result:
		default:
			if c.first < 0 || a.index > c.last {
				a.rest.take("type")
			}
			c.left[a.index] = anthropicRaw(a.rest)
		}
	}
}

// anthropicCall takes a call out of its block.
func anthropicCall(o *object) (call pipeline.ToolCall) {
	call.ID, _ = o.takeText("id")
	call.Name, _ = o.takeText("name")
	call.Arguments = anthropicArguments(o.take("input"))
	return call
}

// anthropicResult takes the result of a tool out of its block.
func anthropicResult(o *object) (pipeline.Message, error) {
	o.take("type")
	m := pipeline.Message{Role: pipeline.RoleTool}
	m.ToolCallID, _ = o.takeText("tool_use_id")
	content, err := anthropicContentOf(o, pipeline.RoleTool)
	if err != nil {
		return m, err
	}
	m.Sections = content.sections
	m.Fields, err = o.rest()
	return m, err
}

// anthropicSection takes out of a block what a model reads; ok is false for a block that nobody knows.
func anthropicSection(o *object) (section pipeline.Section, ok bool) {
	switch kind := anthropicText(o.has("type")); kind {
	case "text":
		section.Name = partContent
		section.Text, ok = o.takeText("text")
	case "thinking":
		section.Name = partReasoning
		section.Text, ok = o.takeText("thinking")
	case "redacted_thinking": // nobody but the provider can read it
		section, ok = pipeline.Section{Name: partReasoning, Text: "[redacted_thinking]"}, true
	case "image", "document":
		section.Name = kind
		anthropicMember(o, "source", func(source *object) { section.Text, ok = anthropicSource(kind, source) })
	}
	if ok {
		o.take("type")
	}
	return section, ok
}

// anthropicSource takes out of a source what it holds: a text as it is, anything else as one line.
func anthropicSource(kind string, source *object) (text string, ok bool) {
	switch anthropicText(source.has("type")) {
	case "base64":
		media := anthropicText(source.has("media_type"))
		if text, ok = partData(anthropicText(source.has("data")), media); ok {
			source.takeText("media_type")
			source.take("data")
		}
	case "url":
		text, ok = source.takeText("url")
	case "file":
		text, ok = source.takeText("file_id")
	case "text":
		return source.takeText("data") // its type stays: the line of an upload is no text
	}
	if !ok {
		return "", false
	}
	source.take("type")
	return "[" + kind + " " + text + "]", true
}
