package wire

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// codex is the form of OpenAI's Responses API.
type codex struct{}

type codexRequest struct {
	Model           text        `json:"model"`
	Instructions    *text       `json:"instructions,omitempty"`
	Input           []codexItem `json:"input"`
	Tools           []codexTool `json:"tools,omitempty"`
	Text            *codexText  `json:"text,omitempty"`
	Temperature     *float64    `json:"temperature,omitempty"`
	TopP            *float64    `json:"top_p,omitempty"`
	MaxOutputTokens *int        `json:"max_output_tokens,omitempty"`
}

// codexItem has the keys of every type of item; each type uses some of them.
type codexItem struct {
	Type      string `json:"type"`
	Role      string `json:"role,omitempty"`      // message
	Content   *text  `json:"content,omitempty"`   // message
	CallID    text   `json:"call_id,omitempty"`   // function_call, function_call_output
	Name      text   `json:"name,omitempty"`      // function_call
	Arguments *text  `json:"arguments,omitempty"` // function_call: the model's own bytes
	Output    *text  `json:"output,omitempty"`    // function_call_output
}

// codexTool always says that it is not strict: by default the API requires a narrower kind of schema.
type codexTool struct {
	Type        string          `json:"type"`
	Name        text            `json:"name"`
	Description text            `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
	Strict      bool            `json:"strict"`
}

type codexText struct {
	Format codexFormat `json:"format"`
}

type codexFormat struct {
	Type   string          `json:"type"`
	Name   text            `json:"name,omitempty"`
	Schema json.RawMessage `json:"schema,omitempty"`
}

func (codex) body(req pipeline.Request) (any, error) {
	system, rest := firstSystem(req.Messages)
	body := &codexRequest{
		Model: text(req.Model), Instructions: system, Input: make([]codexItem, 0, len(rest)), Text: codexTextOf(req),
		Temperature: req.Options.Temperature, TopP: req.Options.TopP, MaxOutputTokens: limit(req.Options),
	}
	for _, t := range req.Tools {
		body.Tools = append(body.Tools, codexTool{"function", text(t.Name), text(t.Description), t.Parameters, false})
	}
	for _, m := range rest {
		if err := body.add(m); err != nil {
			return nil, err
		}
	}
	return body, nil
}

func (b *codexRequest) add(m pipeline.Message) error {
	content := text(m.Content())
	switch m.Role {
	case pipeline.RoleTool:
		b.Input = append(b.Input, codexItem{Type: "function_call_output", CallID: text(m.ToolCallID), Output: &content})
		return nil
	case pipeline.RoleSystem, pipeline.RoleUser, pipeline.RoleAssistant:
	default:
		return fmt.Errorf("a message of role %q", m.Role)
	}
	// A message that its calls imply needs no item of its own, unless they would be taken for calls of the message
	// before.
	if content != "" || len(m.ToolCalls) == 0 || b.endsWithAssistant() {
		b.Input = append(b.Input, codexItem{Type: "message", Role: m.Role, Content: &content})
	}
	b.Input = append(b.Input, functionCalls(m.ToolCalls)...)
	return nil
}

func (b *codexRequest) endsWithAssistant() bool {
	last := len(b.Input) - 1
	return last >= 0 && (b.Input[last].Type == "function_call" || b.Input[last].Role == pipeline.RoleAssistant)
}

func functionCalls(calls []pipeline.ToolCall) []codexItem {
	var out []codexItem
	for _, c := range calls {
		arguments := text(c.Arguments)
		out = append(out, codexItem{Type: "function_call", CallID: text(c.ID), Name: text(c.Name),
			Arguments: &arguments})
	}
	return out
}

func codexTextOf(req pipeline.Request) *codexText {
	switch string(req.Format) {
	case "":
		return nil
	case jsonFormat:
		return &codexText{codexFormat{Type: objectFormat}}
	}
	return &codexText{codexFormat{schemaFormat, text(req.Stage), req.Format}}
}
