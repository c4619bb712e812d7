package openai

import (
	"encoding/json"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// chatCompletion is an answer, or a chunk of one.
type chatCompletion struct {
	ID      string       `json:"id"`
	Object  string       `json:"object"`
	Created int64        `json:"created"` // in seconds since 1970
	Model   string       `json:"model"`
	Choices []chatChoice `json:"choices"`
	Usage   *tokens      `json:"usage,omitempty"`
}

type chatChoice struct {
	Index    int          `json:"index"`
	Message  *chatMessage `json:"message,omitempty"` // of a whole answer
	Delta    *chatDelta   `json:"delta,omitempty"`   // of a chunk
	Logprobs *struct{}    `json:"logprobs"`
	Finish   *string      `json:"finish_reason"`
}

type chatMessage struct {
	Role        string     `json:"role"`
	Content     *string    `json:"content"`
	Refusal     *string    `json:"refusal"`
	Annotations []struct{} `json:"annotations"`
	Reasoning   string     `json:"reasoning_content,omitempty"`
	ToolCalls   []chatCall `json:"tool_calls,omitempty"`
}

type chatCall struct {
	Index    *int          `json:"index,omitempty"` // in chunks alone
	ID       string        `json:"id,omitempty"`
	Type     string        `json:"type,omitempty"`
	Function *chatFunction `json:"function,omitempty"`
	Custom   *chatCustom   `json:"custom,omitempty"`
}

// chatCallOf returns a call, or a piece of one: of a tool that the client declared as custom, or of a function.
func chatCallOf(id, name, arguments string, custom bool) (c chatCall) {
	c.ID = id
	if custom {
		c.Type, c.Custom = "custom", &chatCustom{name, arguments}
	} else {
		c.Type, c.Function = "function", &chatFunction{name, arguments}
	}
	return c
}

type chatCustom struct {
	Name  string `json:"name,omitempty"`
	Input string `json:"input"`
}

type chatFunction struct {
	Name      string `json:"name,omitempty"`
	Arguments string `json:"arguments"`
}

type tokens struct {
	Prompt     int `json:"prompt_tokens"`
	Completion int `json:"completion_tokens"`
	Total      int `json:"total_tokens"`
}

func tokensOf(u pipeline.Usage) *tokens {
	return &tokens{u.Prompt, u.Completion, u.Prompt + u.Completion}
}

// chatDelta is a chunk's addition to the message.
type chatDelta struct {
	Role      string     `json:"role,omitempty"`
	Content   *string    `json:"content,omitempty"`
	Refusal   string     `json:"refusal,omitempty"`
	Reasoning string     `json:"reasoning_content,omitempty"`
	ToolCalls []chatCall `json:"tool_calls,omitempty"`
}

// chatMessageOf returns an answer's message. With tool calls and no text, content is null rather than empty.
func chatMessageOf(resp pipeline.Response, custom customTools) *chatMessage {
	m := &chatMessage{Role: pipeline.RoleAssistant, Annotations: []struct{}{}, Reasoning: resp.Reasoning}
	switch {
	case refused(resp):
		m.Refusal = &resp.Content
	case resp.Content != "" || len(resp.ToolCalls) == 0:
		m.Content = &resp.Content
	}
	for _, c := range resp.ToolCalls {
		m.ToolCalls = append(m.ToolCalls, chatCallOf(c.ID, c.Name, c.Arguments, custom[c.Name]))
	}
	return m
}

// chatWantsUsage reports whether the client wants a last chunk with the tokens.
func chatWantsUsage(b *provider.Body) bool {
	var p struct {
		Options struct {
			Usage bool `json:"include_usage"`
		} `json:"stream_options"`
	}
	return json.Unmarshal(b.Request.Parameters, &p) == nil && p.Options.Usage
}
