package wire

import (
	"encoding/json"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// openAI is the form of OpenAI's chat completions. A tool message also has its name (T-3), which the API ignores.
type openAI struct{}

type openAIRequest struct {
	Model          text            `json:"model"`
	Messages       []openAIMessage `json:"messages"`
	Tools          []functionTool  `json:"tools,omitempty"`
	ResponseFormat *openAIFormat   `json:"response_format,omitempty"`
	Temperature    *float64        `json:"temperature,omitempty"`
	TopP           *float64        `json:"top_p,omitempty"`
	Seed           *int            `json:"seed,omitempty"`
	MaxTokens      *int            `json:"max_tokens,omitempty"`
	Stop           []string        `json:"stop,omitempty"`
}

// openAIMessage always has its content (T-1).
type openAIMessage struct {
	Role       string           `json:"role"`
	Content    text             `json:"content"`
	ToolCalls  []openAIToolCall `json:"tool_calls,omitempty"`
	ToolCallID text             `json:"tool_call_id,omitempty"`
	Name       text             `json:"name,omitempty"`
}

type openAIFormat struct {
	Type   string        `json:"type"`
	Schema *openAISchema `json:"json_schema,omitempty"`
}

type openAISchema struct {
	Name   text            `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

func (openAI) body(req pipeline.Request) (any, error) { return openAIBody(req), nil }

func openAIBody(req pipeline.Request) openAIRequest {
	o := req.Options
	body := openAIRequest{
		Model: text(req.Model), Messages: make([]openAIMessage, 0, len(req.Messages)), Tools: functionTools(req.Tools),
		ResponseFormat: openAIFormatOf(req),
		Temperature:    o.Temperature, TopP: o.TopP, Seed: o.Seed, MaxTokens: limit(o), Stop: o.Stop,
	}
	for _, m := range req.Messages {
		body.Messages = append(body.Messages, openAIMessage{
			Role: m.Role, Content: text(m.Content()), ToolCalls: openAIToolCalls(m.ToolCalls),
			ToolCallID: text(m.ToolCallID), Name: text(m.Name),
		})
	}
	return body
}

func openAIFormatOf(req pipeline.Request) *openAIFormat {
	switch string(req.Format) {
	case "":
		return nil
	case jsonFormat:
		return &openAIFormat{Type: objectFormat}
	}
	return &openAIFormat{Type: schemaFormat, Schema: &openAISchema{text(req.Stage), req.Format}}
}

func (openAI) read(raw []byte) (pipeline.Request, error) {
	var body openAIRequest
	if err := decodeStrict(raw, &body); err != nil {
		return pipeline.Request{}, err
	}
	return body.request()
}

func (b openAIRequest) request() (pipeline.Request, error) {
	req := pipeline.Request{Model: string(b.Model), Tools: toolsOf(b.Tools), Options: pipeline.Options{
		Temperature: b.Temperature, TopP: b.TopP, Seed: b.Seed, NumPredict: b.MaxTokens, Stop: b.Stop,
	}}
	for i, om := range b.Messages {
		calls, err := callsOfOpenAI(om.ToolCalls)
		if err != nil {
			return pipeline.Request{}, fmt.Errorf("messages[%d]: %w", i, err)
		}
		m := message(om.Role, om.Content)
		m.ToolCalls, m.ToolCallID, m.Name = calls, string(om.ToolCallID), string(om.Name)
		req.Messages = append(req.Messages, m)
	}
	switch f := b.ResponseFormat; {
	case f == nil:
	case f.Type == objectFormat:
		req.Format = json.RawMessage(jsonFormat)
	case f.Type == schemaFormat && f.Schema != nil:
		req.Stage, req.Format = string(f.Schema.Name), f.Schema.Schema
	default:
		return pipeline.Request{}, fmt.Errorf("response_format: a format of type %q", f.Type)
	}
	return req, nil
}
