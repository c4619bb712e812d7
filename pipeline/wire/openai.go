package wire

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type openAIRequest struct {
	Model          string          `json:"model"`
	Messages       []openAIMessage `json:"messages"`
	Tools          []toolJSON      `json:"tools,omitempty"`
	ResponseFormat any             `json:"response_format,omitempty"`
	Temperature    *float64        `json:"temperature,omitempty"`
	TopP           *float64        `json:"top_p,omitempty"`
	Seed           *int            `json:"seed,omitempty"`
	MaxTokens      *int            `json:"max_tokens,omitempty"`
	Stop           []string        `json:"stop,omitempty"`
}

// openAIMessage always has its content (T-1).
type openAIMessage struct {
	Role       string           `json:"role"`
	Content    string           `json:"content"`
	ToolCalls  []openAIToolCall `json:"tool_calls,omitempty"`
	ToolCallID string           `json:"tool_call_id,omitempty"`
	Name       string           `json:"name,omitempty"`
}

// openAIToolCall has its arguments as a string: the model's own bytes (T-2).
type openAIToolCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

type openAISchema struct {
	Type   string `json:"type"`
	Schema struct {
		Name   string          `json:"name"`
		Schema json.RawMessage `json:"schema"`
	} `json:"json_schema"`
}

func openAIBody(req pipeline.Request) openAIRequest {
	body := openAIRequest{
		Model: req.Model, Messages: make([]openAIMessage, 0, len(req.Messages)), Tools: tools(req.Tools), ResponseFormat: openAIFormat(req),
		Temperature: req.Options.Temperature, TopP: req.Options.TopP, Seed: req.Options.Seed, MaxTokens: req.Options.NumPredict, Stop: req.Options.Stop,
	}
	for _, m := range req.Messages {
		om := openAIMessage{Role: m.Role, Content: m.Content(), ToolCallID: m.ToolCallID, Name: m.Name}
		for _, c := range m.ToolCalls {
			oc := openAIToolCall{ID: c.ID, Type: "function"}
			oc.Function.Name, oc.Function.Arguments = c.Name, c.Arguments
			om.ToolCalls = append(om.ToolCalls, oc)
		}
		body.Messages = append(body.Messages, om)
	}
	return body
}

func openAIFormat(req pipeline.Request) any {
	switch string(req.Format) {
	case "":
		return nil
	case `"json"`:
		return map[string]string{"type": "json_object"}
	}
	s := openAISchema{Type: "json_schema"}
	s.Schema.Name, s.Schema.Schema = req.Stage, req.Format
	return s
}
