package ollama

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A server's words for how an answer ended.
const (
	stopped     = "stop"
	calledTools = "tool_calls" // not a word of Ollama's, but what every other provider says with tool calls
	loaded      = "load"
	unloaded    = "unload"
)

// unseenTokens is how many tokens a server may count in addition to the bytes that are exchanged: those of the model's
// template, with a system text of its own and the words around tools, and the ends of messages.
const unseenTokens = 1 << 13

// answer grows with the lines of a stream.
type answer struct {
	content   strings.Builder
	reasoning strings.Builder
	calls     []pipeline.ToolCall
	last      line // once it is done
	bytes     int  // of the lines
}

// take adds a line of the stream.
func (a *answer) take(raw []byte) error {
	a.bytes += len(raw)
	return a.add(raw)
}

// add adds a line. Text after the last one is no part of the answer.
func (a *answer) add(raw []byte) error {
	l, err := parseLine(raw)
	if err != nil || a.last.Done {
		return err
	}
	a.content.WriteString(l.Message.Content)
	a.reasoning.WriteString(l.Message.Thinking)
	for _, c := range l.Message.ToolCalls {
		a.calls = append(a.calls, pipeline.ToolCall{Name: c.Function.Name, Arguments: string(c.Function.Arguments)})
	}
	if l.Done {
		a.last = l
	}
	return nil
}

// check returns what is wrong with an answer whose HTTP response ended normally.
func (a *answer) check() error {
	switch {
	case !a.last.Done:
		return NotDone
	case a.last.DoneReason == loaded, a.last.DoneReason == unloaded:
		return OnlyLoaded
	}
	return nil
}

// response returns the answer so far, to a request of so many bytes.
func (a *answer) response(sent int) pipeline.Response {
	resp := pipeline.Response{
		Content: a.content.String(), ToolCalls: a.calls, Reasoning: a.reasoning.String(),
		Finish:   a.last.DoneReason,
		Usage:    a.last.usage().Within(sent+unseenTokens, a.bytes+unseenTokens),
		Duration: a.last.took(),
	}
	if resp.Finish == stopped && len(resp.ToolCalls) > 0 {
		resp.Finish = calledTools
	}
	return resp
}
