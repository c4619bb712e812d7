package wire

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ollama is the form of Ollama's own chat API.
type ollama struct{}

// ollamaRequest always has stream, whose default is true.
type ollamaRequest struct {
	Model    text             `json:"model"`
	Messages []ollamaMessage  `json:"messages"`
	Tools    []functionTool   `json:"tools,omitempty"`
	Format   json.RawMessage  `json:"format,omitempty"`
	Options  pipeline.Options `json:"options"`
	Stream   bool             `json:"stream"`
}

type ollamaMessage struct {
	Role       string           `json:"role"`
	Content    text             `json:"content"`
	ToolCalls  []ollamaToolCall `json:"tool_calls,omitempty"`
	ToolCallID text             `json:"tool_call_id,omitempty"`
	ToolName   text             `json:"tool_name,omitempty"`
}

// ollamaToolCall has its arguments as an object.
type ollamaToolCall struct {
	ID       text           `json:"id,omitempty"`
	Function ollamaFunction `json:"function"`
}

type ollamaFunction struct {
	Name      text            `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func (ollama) body(req pipeline.Request) (any, error) {
	body := ollamaRequest{
		Model: text(req.Model), Messages: make([]ollamaMessage, 0, len(req.Messages)), Tools: functionTools(req.Tools),
		Format: req.Format, Options: req.Options,
	}
	for _, m := range req.Messages {
		body.Messages = append(body.Messages, ollamaMessage{
			Role: m.Role, Content: text(m.Content()), ToolCalls: ollamaToolCalls(m.ToolCalls),
			ToolCallID: text(m.ToolCallID), ToolName: text(m.Name),
		})
	}
	return body, nil
}

func ollamaToolCalls(calls []pipeline.ToolCall) []ollamaToolCall {
	var out []ollamaToolCall
	for _, c := range calls {
		out = append(out, ollamaToolCall{text(c.ID), ollamaFunction{text(c.Name), objectOf(c.Arguments)}})
	}
	return out
}

func (ollama) read(raw []byte) (pipeline.Request, error) {
	var body ollamaRequest
	if err := decodeStrict(raw, &body); err != nil {
		return pipeline.Request{}, err
	}
	req := pipeline.Request{Model: string(body.Model), Tools: toolsOf(body.Tools), Format: body.Format,
		Options: body.Options}
	for _, om := range body.Messages {
		m := message(om.Role, om.Content)
		m.ToolCalls, m.ToolCallID, m.Name = callsOfOllama(om.ToolCalls), string(om.ToolCallID), string(om.ToolName)
		req.Messages = append(req.Messages, m)
	}
	return req, nil
}

func callsOfOllama(calls []ollamaToolCall) []pipeline.ToolCall {
	var out []pipeline.ToolCall
	for _, c := range calls {
		out = append(out, pipeline.ToolCall{ID: string(c.ID), Name: string(c.Function.Name),
			Arguments: argumentsOf(c.Function.Arguments)})
	}
	return out
}
