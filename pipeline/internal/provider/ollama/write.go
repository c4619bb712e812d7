package ollama

import (
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/provider"
)

// line is a line of an answer: of chat, which has a message, or of generate, which has a response.
type line struct {
	Model   string `json:"model"`
	Created string `json:"created_at"` // RFC 3339

	Message  *reply      `json:"message,omitempty"`
	Response *string     `json:"response,omitempty"`
	Thinking string      `json:"thinking,omitempty"`   // of generate
	Calls    []replyCall `json:"tool_calls,omitempty"` // of generate

	Done   bool   `json:"done"`
	Reason string `json:"done_reason,omitempty"`
	*metrics
}

// metrics end an answer; durations are in nanoseconds. None is zero, since clients divide by them.
type metrics struct {
	Context        *[]int `json:"context,omitempty"` // of generate: tokens, always empty
	Total          int64  `json:"total_duration"`
	Load           int64  `json:"load_duration"`
	Prompt         int    `json:"prompt_eval_count"`
	PromptDuration int64  `json:"prompt_eval_duration"`
	Eval           int    `json:"eval_count"`
	EvalDuration   int64  `json:"eval_duration"`
}

type reply struct {
	Role     string      `json:"role"`
	Content  string      `json:"content"`
	Thinking string      `json:"thinking,omitempty"`
	Calls    []replyCall `json:"tool_calls,omitempty"`
}

type replyCall struct {
	ID       string        `json:"id"`
	Function replyFunction `json:"function"`
}

type replyFunction struct {
	Index     int             `json:"index"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// message is the message of a line.
type message struct {
	role, content, thinking string
	calls                   []replyCall
}

func replyCalls(calls []pipeline.ToolCall) []replyCall {
	var out []replyCall
	for i, c := range calls {
		out = append(out, replyCall{c.ID, replyFunction{i, c.Name, provider.Input(c.Arguments)}})
	}
	return out
}

// lastLine is the last line of an answer.
func lastLine(b *provider.Body, r provider.Reply, reason string) line {
	used, total := provider.Usage(b, r.Response), max(1, r.Response.Duration.Nanoseconds())
	return line{Done: true, Reason: reason, metrics: &metrics{
		Total: total, Load: 1, Prompt: used.Prompt, PromptDuration: 1, Eval: used.Completion, EvalDuration: total,
	}}
}

// with returns the line with a text.
func (l line) with(said message, generate bool) line {
	if !generate {
		l.Message = &reply{said.role, said.content, said.thinking, said.calls}
		return l
	}
	l.Response, l.Thinking, l.Calls = &said.content, said.thinking, said.calls
	if l.metrics != nil {
		l.Context = &[]int{}
	}
	return l
}

// stream writes an answer line by line: the thinking, the text, the calls, and the end.
func stream(end line, said message, generate bool) (provider.Sent, error) {
	var all []message
	for _, piece := range provider.Split(said.thinking) {
		all = append(all, message{role: said.role, thinking: piece})
	}
	for _, piece := range provider.Split(said.content) {
		all = append(all, message{role: said.role, content: piece})
	}
	if said.calls != nil {
		all = append(all, message{role: said.role, calls: said.calls})
	}
	lines := make([]line, 0, len(all)+1)
	for _, said := range all {
		lines = append(lines, line{Model: end.Model, Created: end.Created}.with(said, generate))
	}
	lines = append(lines, end.with(message{role: said.role}, generate))
	sent := provider.Sent{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/x-ndjson"}}}
	for _, line := range lines {
		raw, err := provider.Marshal(line)
		if err != nil {
			return provider.Sent{}, err
		}
		sent.Pieces = append(sent.Pieces, append(raw, '\n'))
	}
	return sent, nil
}
