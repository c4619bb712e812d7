package wire

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// openAIToolCall has its arguments as a string: the model's own bytes (T-2).
type openAIToolCall struct {
	ID       text           `json:"id"`
	Type     string         `json:"type"`
	Function openAIFunction `json:"function"`
}

type openAIFunction struct {
	Name      text      `json:"name"`
	Arguments arguments `json:"arguments"`
}

func openAIToolCalls(calls []pipeline.ToolCall) []openAIToolCall {
	var out []openAIToolCall
	for _, c := range calls {
		out = append(out, openAIToolCall{text(c.ID), "function", openAIFunction{text(c.Name), arguments(c.Arguments)}})
	}
	return out
}

func callsOfOpenAI(calls []openAIToolCall) ([]pipeline.ToolCall, error) {
	var out []pipeline.ToolCall
	for i, c := range calls {
		if c.Type != "function" && c.Type != "" { // some servers of this form omit the type
			return nil, fmt.Errorf("tool_calls[%d]: a call of type %q", i, c.Type)
		}
		out = append(out, pipeline.ToolCall{ID: string(c.ID), Name: string(c.Function.Name),
			Arguments: string(c.Function.Arguments)})
	}
	return out, nil
}

// arguments is the text of a tool call's arguments. Some servers of this form send an object instead: its JSON is then
// the text (T-2).
type arguments text

// MarshalJSON implements json.Marshaler.
func (a arguments) MarshalJSON() ([]byte, error) { return text(a).MarshalJSON() }

// UnmarshalJSON implements json.Unmarshaler.
func (a *arguments) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte(`"`)) || bytes.Equal(raw, []byte("null")) {
		return json.Unmarshal(raw, (*text)(a))
	}
	*a = arguments(raw)
	return nil
}

// functionTool is a tool's description in openai, litellm and ollama.
type functionTool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        text            `json:"name"`
	Description text            `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

func functionTools(tools []pipeline.Tool) []functionTool {
	var out []functionTool
	for _, t := range tools {
		out = append(out, functionTool{"function", function{text(t.Name), text(t.Description), t.Parameters}})
	}
	return out
}

func toolsOf(tools []functionTool) []pipeline.Tool {
	var out []pipeline.Tool
	for _, t := range tools {
		out = append(out, pipeline.Tool{Name: string(t.Function.Name), Description: string(t.Function.Description),
			Parameters: t.Function.Parameters})
	}
	return out
}
