package wire

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func (anthropic) read(raw []byte) (pipeline.Request, error) {
	var body anthropicRequest
	if err := decodeStrict(raw, &body); err != nil {
		return pipeline.Request{}, err
	}
	req := pipeline.Request{Model: string(body.Model),
		Options: pipeline.Options{NumPredict: &body.MaxTokens, Stop: body.Stop}}
	for _, t := range body.Tools {
		req.Tools = append(req.Tools, pipeline.Tool{Name: string(t.Name), Description: string(t.Description),
			Parameters: t.Schema})
	}
	if o := body.Output; o != nil {
		if o.Format.Type != schemaFormat {
			return pipeline.Request{}, fmt.Errorf("output_config: a format of type %q", o.Format.Type)
		}
		req.Format = o.Format.Schema
	}
	if body.System != nil {
		req.Messages = append(req.Messages, message(pipeline.RoleSystem, *body.System))
	}
	for i, m := range body.Messages {
		ms, err := m.read()
		if err != nil {
			return pipeline.Request{}, fmt.Errorf("messages[%d]: %w", i, err)
		}
		req.Messages = append(req.Messages, ms...)
	}
	nameResults(req.Messages)
	return req, nil
}

// read returns a turn's messages: one, or one for each tool result.
func (m anthropicMessage) read() ([]pipeline.Message, error) {
	system, marked := m.Content.system()
	switch {
	case m.Role == pipeline.RoleAssistant:
		return m.Content.assistant()
	case m.Role != pipeline.RoleUser:
		return nil, fmt.Errorf("role %q", m.Role)
	case m.Content.blocks == nil:
		return []pipeline.Message{message(pipeline.RoleUser, m.Content.text)}, nil
	case marked:
		return []pipeline.Message{message(pipeline.RoleSystem, system)}, nil
	}
	return m.Content.results()
}

func (c anthropicContent) assistant() ([]pipeline.Message, error) {
	m := message(pipeline.RoleAssistant, c.text)
	for i, b := range c.blocks {
		switch {
		case b.Type == "text" && i == 0:
			m = message(pipeline.RoleAssistant, b.Text)
		case b.Type == "tool_use":
			m.ToolCalls = append(m.ToolCalls, b.toolCall())
		default:
			return nil, fmt.Errorf("content[%d]: a block of type %q", i, b.Type)
		}
	}
	return []pipeline.Message{m}, nil
}

func (c anthropicContent) results() ([]pipeline.Message, error) {
	var ms []pipeline.Message
	for i, b := range c.blocks {
		if b.Type != "tool_result" {
			return nil, fmt.Errorf("content[%d]: a block of type %q", i, b.Type)
		}
		m := message(pipeline.RoleTool, b.Content)
		m.ToolCallID = string(b.ToolUseID)
		ms = append(ms, m)
	}
	return ms, nil
}
