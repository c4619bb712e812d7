package wire

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type codexAnswer struct {
	Object     string           `json:"object"`
	Model      text             `json:"model"`
	Status     string           `json:"status,omitempty"`
	Incomplete *codexIncomplete `json:"incomplete_details"`
	Output     []codexOutput    `json:"output"`
	Usage      *codexUsage      `json:"usage,omitempty"`
}

type codexIncomplete struct {
	Reason string `json:"reason"`
}

// codexOutput is an item of an answer: a message, a function call or a piece of reasoning.
type codexOutput struct {
	Type      string      `json:"type"`
	Role      string      `json:"role,omitempty"`
	Content   []codexPart `json:"content,omitempty"`
	Summary   []codexPart `json:"summary,omitempty"` // reasoning whose own text is withheld
	CallID    text        `json:"call_id,omitempty"`
	Name      text        `json:"name,omitempty"`
	Arguments *text       `json:"arguments,omitempty"`
}

type codexPart struct {
	Type    string `json:"type"`
	Text    text   `json:"text,omitempty"`
	Refusal text   `json:"refusal,omitempty"`
}

type codexUsage struct {
	Input  int `json:"input_tokens"`
	Output int `json:"output_tokens"`
	Total  int `json:"total_tokens"`
}

func (codex) answerBody(resp pipeline.Response) any {
	a := codexAnswer{Object: "response", Model: text(resp.Origin.Model), Output: []codexOutput{}}
	if resp.Reasoning != "" {
		a.Output = append(a.Output, codexOutput{Type: "reasoning",
			Content: []codexPart{{Type: "reasoning_text", Text: text(resp.Reasoning)}}})
	}
	if resp.Content != "" {
		part := codexPart{Type: "output_text", Text: text(resp.Content)}
		a.Output = append(a.Output, codexOutput{Type: "message", Role: pipeline.RoleAssistant,
			Content: []codexPart{part}})
	}
	for _, c := range functionCalls(resp.ToolCalls) {
		a.Output = append(a.Output, codexOutput{Type: c.Type, CallID: c.CallID, Name: c.Name, Arguments: c.Arguments})
	}
	a.Status, a.Incomplete = codexStatus(resp.Finish)
	if u := resp.Usage; u != (pipeline.Usage{}) {
		a.Usage = &codexUsage{u.Prompt, u.Completion, u.Prompt + u.Completion}
	}
	return a
}

func codexStatus(finish string) (string, *codexIncomplete) {
	switch finish {
	case "":
		return "", nil
	case stop, toolCalls:
		return "completed", nil
	case length:
		return "incomplete", &codexIncomplete{"max_output_tokens"}
	}
	return "incomplete", &codexIncomplete{finish}
}

func (codex) answer(raw []byte) (pipeline.Response, error) {
	var a codexAnswer
	if err := decode(raw, &a); err != nil {
		return pipeline.Response{}, err
	}
	if a.Object != "response" {
		return pipeline.Response{}, fmt.Errorf("object %q: want response", a.Object)
	}
	finish, err := a.finish()
	if err != nil {
		return pipeline.Response{}, err
	}
	resp := pipeline.Response{Finish: finish, Origin: pipeline.Origin{Model: string(a.Model)}}
	if u := a.Usage; u != nil {
		resp.Usage = pipeline.Usage{Prompt: u.Input, Completion: u.Output}
	}
	for i, o := range a.Output {
		if err := o.addTo(&resp); err != nil {
			return pipeline.Response{}, fmt.Errorf("output[%d]: %w", i, err)
		}
	}
	return resp, nil
}

func (a codexAnswer) finish() (string, error) {
	switch {
	case a.Status == "":
		return "", nil
	case a.Status == "completed":
		return stop, nil
	case a.Status == "incomplete" && a.Incomplete == nil:
		return "incomplete", nil
	case a.Status == "incomplete" && a.Incomplete.Reason == "max_output_tokens":
		return length, nil
	case a.Status == "incomplete":
		return a.Incomplete.Reason, nil
	}
	return "", fmt.Errorf("status %q: want completed or incomplete", a.Status)
}

func (o codexOutput) addTo(resp *pipeline.Response) error {
	switch o.Type {
	case "message":
		for _, p := range o.Content {
			resp.Content += string(p.Text + p.Refusal)
			if p.Refusal != "" {
				resp.Finish = filtered
			}
		}
	case "function_call":
		call := codexItem{CallID: o.CallID, Name: o.Name, Arguments: o.Arguments}
		resp.ToolCalls = append(resp.ToolCalls, call.toolCall())
	case "reasoning":
		parts := o.Content
		if len(parts) == 0 {
			parts = o.Summary
		}
		for _, p := range parts {
			reason(resp, p.Text)
		}
	default:
		return fmt.Errorf("an item of type %q", o.Type)
	}
	return nil
}
