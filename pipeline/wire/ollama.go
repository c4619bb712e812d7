package wire

import (
	"bytes"
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type ollamaRequest struct {
	Model    string           `json:"model"`
	Messages []ollamaMessage  `json:"messages"`
	Tools    []toolJSON       `json:"tools,omitempty"`
	Format   json.RawMessage  `json:"format,omitempty"`
	Options  pipeline.Options `json:"options"`
	Stream   bool             `json:"stream"`
}

type ollamaMessage struct {
	Role       string           `json:"role"`
	Content    string           `json:"content"`
	ToolCalls  []ollamaToolCall `json:"tool_calls,omitempty"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
	ToolName   string           `json:"tool_name,omitempty"`
}

// ollamaToolCall has its arguments as an object.
type ollamaToolCall struct {
	ID       string `json:"id,omitempty"`
	Function struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"function"`
}

func ollamaBody(req pipeline.Request) ollamaRequest {
	body := ollamaRequest{
		Model: req.Model, Messages: make([]ollamaMessage, 0, len(req.Messages)), Tools: tools(req.Tools), Format: req.Format, Options: req.Options,
	}
	for _, m := range req.Messages {
		om := ollamaMessage{Role: m.Role, Content: m.Content(), ToolCallID: m.ToolCallID, ToolName: m.Name}
		for _, c := range m.ToolCalls {
			oc := ollamaToolCall{ID: c.ID}
			oc.Function.Name, oc.Function.Arguments = c.Name, objectOf(c.Arguments)
			om.ToolCalls = append(om.ToolCalls, oc)
		}
		body.Messages = append(body.Messages, om)
	}
	return body
}

// objectOf is the arguments in the model's own bytes where they are a JSON object, else the text under the key _raw.
func objectOf(arguments string) json.RawMessage {
	trimmed := bytes.TrimSpace([]byte(arguments))
	if len(trimmed) > 0 && trimmed[0] == '{' && json.Valid(trimmed) {
		return trimmed
	}
	return append(pipeline.AppendJSONString([]byte(`{"_raw":`), arguments), '}')
}

// indent lays JSON out for people; the bytes of strings and numbers stay.
func indent(raw []byte) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
