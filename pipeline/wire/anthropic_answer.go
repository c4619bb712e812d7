package wire

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

type anthropicAnswer struct {
	Type    string           `json:"type"`
	Role    string           `json:"role"`
	Model   text             `json:"model"`
	Content []anthropicBlock `json:"content"`
	Finish  *text            `json:"stop_reason"`
	Usage   anthropicUsage   `json:"usage"`
}

// anthropicUsage counts the prompt in three parts: tokens read from the cache and written to it are separate.
type anthropicUsage struct {
	Input        int `json:"input_tokens"`
	CacheRead    int `json:"cache_read_input_tokens,omitempty"`
	CacheWritten int `json:"cache_creation_input_tokens,omitempty"`
	Output       int `json:"output_tokens"`
}

func (anthropic) answerBody(resp pipeline.Response) any {
	a := anthropicAnswer{
		Type: "message", Role: pipeline.RoleAssistant, Model: text(resp.Origin.Model), Content: []anthropicBlock{},
		Usage: anthropicUsage{Input: resp.Usage.Prompt, Output: resp.Usage.Completion},
	}
	if resp.Reasoning != "" {
		a.Content = append(a.Content, anthropicBlock{Type: "thinking", Thinking: text(resp.Reasoning)})
	}
	if resp.Content != "" {
		a.Content = append(a.Content, anthropicBlock{Type: "text", Text: text(resp.Content)})
	}
	a.Content = append(a.Content, toolUses(resp.ToolCalls)...)
	if resp.Finish != "" {
		f := text(anthropicStop(resp.Finish))
		a.Finish = &f
	}
	return a
}

func (anthropic) answer(raw []byte) (pipeline.Response, error) {
	var a anthropicAnswer
	if err := decode(raw, &a); err != nil {
		return pipeline.Response{}, err
	}
	if a.Type != "message" {
		return pipeline.Response{}, fmt.Errorf("type %q: want message", a.Type)
	}
	u := a.Usage
	resp := pipeline.Response{Usage: pipeline.Usage{Prompt: u.Input + u.CacheRead + u.CacheWritten,
		Completion: u.Output}}
	resp.Origin.Model, resp.Finish = string(a.Model), finishOfAnthropic(string(valueOf(a.Finish)))
	for i, b := range a.Content {
		switch b.Type {
		case "text":
			resp.Content += string(b.Text)
		case "tool_use":
			resp.ToolCalls = append(resp.ToolCalls, b.toolCall())
		case "thinking":
			reason(&resp, b.Thinking)
		case "redacted_thinking": // only the provider can read it
		default:
			return pipeline.Response{}, fmt.Errorf("content[%d]: a block of type %q", i, b.Type)
		}
	}
	return resp, nil
}

func anthropicStop(finish string) string {
	switch finish {
	case stop:
		return "end_turn"
	case length:
		return "max_tokens"
	case toolCalls:
		return "tool_use"
	case filtered:
		return "refusal"
	}
	return finish
}

func finishOfAnthropic(reason string) string {
	switch reason {
	case "end_turn", "stop_sequence":
		return stop
	case "max_tokens", "model_context_window_exceeded":
		return length
	case "tool_use":
		return toolCalls
	case "refusal":
		return filtered
	}
	return reason
}
