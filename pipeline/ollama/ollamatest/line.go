package ollamatest

import (
	"cmp"
	"encoding/json"
	"strings"
	"time"
)

// createdAt is the time of every answer.
const createdAt = "2026-01-02T03:04:05Z"

// line is a line of a stream, or a whole answer of /api/chat.
type line struct {
	Model      string `json:"model"`
	CreatedAt  string `json:"created_at"`
	Message    reply  `json:"message"`
	Done       bool   `json:"done"`
	DoneReason string `json:"done_reason,omitempty"`
	metrics
}

type reply struct {
	Role      string          `json:"role"`
	Content   string          `json:"content"`
	Thinking  string          `json:"thinking,omitempty"`
	ToolCalls json.RawMessage `json:"tool_calls,omitempty"`
}

// metrics has durations in nanoseconds, and counts a word as a token.
type metrics struct {
	TotalDuration      time.Duration `json:"total_duration,omitempty"`
	LoadDuration       time.Duration `json:"load_duration,omitempty"`
	PromptEvalCount    int           `json:"prompt_eval_count,omitempty"`
	PromptEvalDuration time.Duration `json:"prompt_eval_duration,omitempty"`
	EvalCount          int           `json:"eval_count,omitempty"`
	EvalDuration       time.Duration `json:"eval_duration,omitempty"`
}

// whole returns the answer in one piece.
func (a Answer) whole(req Request) line {
	prompt := 0
	for _, m := range req.Messages {
		prompt += len(strings.Fields(m.Content))
	}
	return line{
		Model: req.Model, CreatedAt: createdAt, Done: true, DoneReason: cmp.Or(a.DoneReason, "stop"),
		Message: reply{Role: "assistant", Content: a.Content, Thinking: a.Thinking, ToolCalls: a.ToolCalls},
		metrics: metrics{
			TotalDuration: 12 * time.Millisecond, LoadDuration: 7 * time.Millisecond,
			PromptEvalCount: prompt, PromptEvalDuration: 2 * time.Millisecond,
			EvalCount: len(strings.Fields(a.Content)), EvalDuration: 3 * time.Millisecond,
		},
	}
}

// lines returns the answer as a stream: the thinking, the text word by word, the tool calls, and the end.
func (a Answer) lines(req Request) []line {
	var all []line
	part := func(m reply) {
		m.Role = "assistant"
		all = append(all, line{Model: req.Model, CreatedAt: createdAt, Message: m})
	}
	for _, word := range strings.SplitAfter(a.Thinking, " ") {
		if word != "" {
			part(reply{Thinking: word})
		}
	}
	for _, word := range strings.SplitAfter(a.Content, " ") {
		if word != "" {
			part(reply{Content: word})
		}
	}
	if len(a.ToolCalls) > 0 {
		part(reply{ToolCalls: a.ToolCalls})
	}
	end := a.whole(req)
	end.Message = reply{Role: "assistant"}
	return append(all, end)
}
