package wire

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// anthropic is the form of Anthropic's Messages API, version 2026-10-21: the first version that rejects temperature,
// top_p and top_k.
type anthropic struct{}

// DefaultMaxTokens is the limit of an anthropic body whose request sets none: that API requires a number, and all of
// its models accept this one.
const DefaultMaxTokens = 4096

// anyObject is the schema of a tool without one: the API requires a schema.
const anyObject = `{"type":"object"}`

type anthropicRequest struct {
	Model     text               `json:"model"`
	MaxTokens int                `json:"max_tokens"`
	System    *text              `json:"system,omitempty"`
	Messages  []anthropicMessage `json:"messages"`
	Tools     []anthropicTool    `json:"tools,omitempty"`
	Output    *anthropicOutput   `json:"output_config,omitempty"`
	Stop      []string           `json:"stop_sequences,omitempty"`
}

type anthropicTool struct {
	Name        text            `json:"name"`
	Description text            `json:"description,omitempty"`
	Schema      json.RawMessage `json:"input_schema"`
}

type anthropicOutput struct {
	Format anthropicFormat `json:"format"`
}

type anthropicFormat struct {
	Type   string          `json:"type"`
	Schema json.RawMessage `json:"schema"`
}

func (anthropic) body(req pipeline.Request) (any, error) {
	system, rest := firstSystem(speaking(req.Messages))
	body := &anthropicRequest{
		Model: text(req.Model), MaxTokens: DefaultMaxTokens, System: system,
		Messages: make([]anthropicMessage, 0, len(rest)), Tools: anthropicTools(req.Tools),
		Stop: req.Options.Stop,
	}
	if n := limit(req.Options); n != nil {
		body.MaxTokens = *n
	}
	if req.Format != nil && string(req.Format) != jsonFormat {
		body.Output = &anthropicOutput{anthropicFormat{schemaFormat, req.Format}}
	}
	for _, m := range rest {
		if err := body.add(m); err != nil {
			return nil, err
		}
	}
	return body, nil
}

func (b *anthropicRequest) add(m pipeline.Message) error {
	content := text(m.Content())
	switch m.Role {
	case pipeline.RoleSystem:
		b.turn(pipeline.RoleUser, anthropicContent{blocks: []anthropicBlock{{Type: "text",
			Text: markBegin + content + markEnd}}})
	case pipeline.RoleUser:
		b.turn(pipeline.RoleUser, anthropicContent{text: content})
	case pipeline.RoleAssistant:
		b.turn(pipeline.RoleAssistant, anthropicTurn(content, m.ToolCalls))
	case pipeline.RoleTool:
		b.result(anthropicBlock{Type: "tool_result", ToolUseID: text(m.ToolCallID), Content: content})
	default:
		return fmt.Errorf("a message of role %q", m.Role)
	}
	return nil
}

func (b *anthropicRequest) turn(role string, c anthropicContent) {
	b.Messages = append(b.Messages, anthropicMessage{role, c})
}

// result joins consecutive results into one turn, as the API demands.
func (b *anthropicRequest) result(block anthropicBlock) {
	if last := len(b.Messages) - 1; last >= 0 && b.Messages[last].Content.isResults() {
		c := &b.Messages[last].Content
		c.blocks = append(c.blocks, block)
		return
	}
	b.turn(pipeline.RoleUser, anthropicContent{blocks: []anthropicBlock{block}})
}

// anthropicTurn returns an assistant's turn: its text alone, or blocks if it calls tools.
func anthropicTurn(content text, calls []pipeline.ToolCall) anthropicContent {
	if len(calls) == 0 {
		return anthropicContent{text: content}
	}
	var c anthropicContent
	if !isBlank(content) {
		c.blocks = append(c.blocks, anthropicBlock{Type: "text", Text: content})
	}
	c.blocks = append(c.blocks, toolUses(calls)...)
	return c
}

func toolUses(calls []pipeline.ToolCall) []anthropicBlock {
	var out []anthropicBlock
	for _, call := range calls {
		out = append(out, anthropicBlock{Type: "tool_use", ID: text(call.ID), Name: text(call.Name),
			Input: objectOf(call.Arguments)})
	}
	return out
}

func anthropicTools(tools []pipeline.Tool) []anthropicTool {
	var out []anthropicTool
	for _, t := range tools {
		schema := t.Parameters
		if len(schema) == 0 {
			schema = json.RawMessage(anyObject)
		}
		out = append(out, anthropicTool{text(t.Name), text(t.Description), schema})
	}
	return out
}

// speaking drops the messages without content for the API: blank text is rejected, and other text would be invented.
func speaking(ms []pipeline.Message) []pipeline.Message {
	out := make([]pipeline.Message, 0, len(ms))
	for _, m := range ms {
		if m.Role == pipeline.RoleTool || len(m.ToolCalls) > 0 || !isBlank(text(m.Content())) {
			out = append(out, m)
		}
	}
	return out
}

func isBlank(t text) bool { return strings.TrimSpace(string(t)) == "" }
