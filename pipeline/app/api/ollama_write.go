package api

import (
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ollamaLine is a line of an answer: of chat, which has a message, or of generate, which has a response.
type ollamaLine struct {
	Model   string `json:"model"`
	Created string `json:"created_at"` // RFC 3339

	Message  *ollamaReply      `json:"message,omitempty"`
	Response *string           `json:"response,omitempty"`
	Thinking string            `json:"thinking,omitempty"`   // of generate
	Calls    []ollamaReplyCall `json:"tool_calls,omitempty"` // of generate

	Done   bool   `json:"done"`
	Reason string `json:"done_reason,omitempty"`
	*ollamaMetrics
}

// ollamaMetrics end an answer; durations are in nanoseconds. None is zero, for clients that divide by them.
type ollamaMetrics struct {
	Context        *[]int `json:"context,omitempty"` // of generate: tokens, none of which are known
	Total          int64  `json:"total_duration"`
	Load           int64  `json:"load_duration"`
	Prompt         int    `json:"prompt_eval_count"`
	PromptDuration int64  `json:"prompt_eval_duration"`
	Eval           int    `json:"eval_count"`
	EvalDuration   int64  `json:"eval_duration"`
}

type ollamaReply struct {
	Role     string            `json:"role"`
	Content  string            `json:"content"`
	Thinking string            `json:"thinking,omitempty"`
	Calls    []ollamaReplyCall `json:"tool_calls,omitempty"`
}

type ollamaReplyCall struct {
	ID       string             `json:"id"`
	Function ollamaCallFunction `json:"function"`
}

type ollamaCallFunction struct {
	Index     int             `json:"index"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// ollamaSaid is what a line says.
type ollamaSaid struct {
	role, content, thinking string
	calls                   []ollamaReplyCall
}

func ollamaCallsOf(calls []pipeline.ToolCall) []ollamaReplyCall {
	var out []ollamaReplyCall
	for i, c := range calls {
		out = append(out, ollamaReplyCall{c.ID, ollamaCallFunction{i, c.Name, anthropicInput(c.Arguments)}})
	}
	return out
}

// ollamaEnd is the last line of an answer.
func ollamaEnd(b *Body, r Reply, reason string) ollamaLine {
	used, total := chatUsage(b, r.Response), max(1, r.Response.Duration.Nanoseconds())
	return ollamaLine{Done: true, Reason: reason, ollamaMetrics: &ollamaMetrics{
		Total: total, Load: 1, Prompt: used.Prompt, PromptDuration: 1, Eval: used.Completion, EvalDuration: total,
	}}
}

// with is the line as it says something.
func (l ollamaLine) with(said ollamaSaid, generate bool) ollamaLine {
	if !generate {
		l.Message = &ollamaReply{said.role, said.content, said.thinking, said.calls}
		return l
	}
	l.Response, l.Thinking, l.Calls = &said.content, said.thinking, said.calls
	if l.ollamaMetrics != nil {
		l.Context = &[]int{}
	}
	return l
}

// ollamaStream is an answer line by line: what the model thought, what it said, what it calls, and the end.
func ollamaStream(end ollamaLine, said ollamaSaid, generate bool) (Sent, error) {
	var all []ollamaSaid
	for _, piece := range chatSplit(said.thinking) {
		all = append(all, ollamaSaid{role: said.role, thinking: piece})
	}
	for _, piece := range chatSplit(said.content) {
		all = append(all, ollamaSaid{role: said.role, content: piece})
	}
	if said.calls != nil {
		all = append(all, ollamaSaid{role: said.role, calls: said.calls})
	}
	lines := make([]ollamaLine, 0, len(all)+1)
	for _, said := range all {
		lines = append(lines, ollamaLine{Model: end.Model, Created: end.Created}.with(said, generate))
	}
	lines = append(lines, end.with(ollamaSaid{role: said.role}, generate))
	sent := Sent{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/x-ndjson"}}}
	for _, line := range lines {
		raw, err := chatMarshal(line)
		if err != nil {
			return Sent{}, err
		}
		sent.Pieces = append(sent.Pieces, append(raw, '\n'))
	}
	return sent, nil
}
