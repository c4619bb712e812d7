package wire

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func (codex) read(raw []byte) (pipeline.Request, error) {
	var body codexRequest
	if err := decodeStrict(raw, &body); err != nil {
		return pipeline.Request{}, err
	}
	req := pipeline.Request{Model: string(body.Model), Options: pipeline.Options{
		Temperature: body.Temperature, TopP: body.TopP, NumPredict: body.MaxOutputTokens,
	}}
	for _, t := range body.Tools {
		req.Tools = append(req.Tools, pipeline.Tool{Name: string(t.Name), Description: string(t.Description),
			Parameters: t.schema()})
	}
	if err := body.Text.read(&req); err != nil {
		return pipeline.Request{}, err
	}
	if body.Instructions != nil {
		req.Messages = append(req.Messages, message(pipeline.RoleSystem, *body.Instructions))
	}
	if err := readItems(body.Input, &req); err != nil {
		return pipeline.Request{}, err
	}
	nameResults(req.Messages)
	return req, nil
}

func (t *codexText) read(req *pipeline.Request) error {
	switch {
	case t == nil:
	case t.Format.Type == objectFormat:
		req.Format = json.RawMessage(jsonFormat)
	case t.Format.Type == schemaFormat:
		req.Stage, req.Format = string(t.Format.Name), t.Format.Schema
	default:
		return fmt.Errorf("text: a format of type %q", t.Format.Type)
	}
	return nil
}

// schema returns nil for no schema: the API requires null there.
func (t codexTool) schema() json.RawMessage {
	if string(t.Parameters) == "null" {
		return nil
	}
	return t.Parameters
}

// readItems appends the items' messages to req. A call belongs to the assistant message directly before it, else it
// begins one.
func readItems(items []codexItem, req *pipeline.Request) error {
	for i, it := range items {
		switch it.Type {
		case "message":
			if !slices.Contains([]string{pipeline.RoleSystem, pipeline.RoleUser, pipeline.RoleAssistant}, it.Role) {
				return fmt.Errorf("input[%d]: a message of role %q", i, it.Role)
			}
			req.Messages = append(req.Messages, message(it.Role, valueOf(it.Content)))
		case "function_call":
			if last := len(req.Messages) - 1; last < 0 || req.Messages[last].Role != pipeline.RoleAssistant {
				req.Messages = append(req.Messages, message(pipeline.RoleAssistant, ""))
			}
			m := &req.Messages[len(req.Messages)-1]
			m.ToolCalls = append(m.ToolCalls, it.toolCall())
		case "function_call_output":
			m := message(pipeline.RoleTool, valueOf(it.Output))
			m.ToolCallID = string(it.CallID)
			req.Messages = append(req.Messages, m)
		default:
			return fmt.Errorf("input[%d]: an item of type %q", i, it.Type)
		}
	}
	return nil
}

func (it codexItem) toolCall() pipeline.ToolCall {
	return pipeline.ToolCall{ID: string(it.CallID), Name: string(it.Name), Arguments: string(valueOf(it.Arguments))}
}
