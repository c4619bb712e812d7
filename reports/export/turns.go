package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Turn is a turn of a conversation, for people.
type Turn struct {
	Suite   string           `json:"suite"`
	Case    string           `json:"case"`
	Place   string           `json:"turn"`
	Kind    pipeline.Kind    `json:"kind"`
	Text    string           `json:"text"`
	Tools   []TurnTool       `json:"tools"`
	Replies []pipeline.Reply `json:"replies"`
	Status  string           `json:"status,omitempty"` // empty: the turn did not end
}

// TurnTool is a tool used in a turn.
type TurnTool struct {
	Path      string `json:"path"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Result    string `json:"result"`
	Failed    bool   `json:"failed,omitempty"`
}

// Turns returns the turns of a case: input, tools used, and replies. If the words of a turn were not recorded, as in a
// log of requests, they are the last user message of its first request, and the text of its last answer.
func Turns(r *result.Result) []Turn {
	var turns []Turn
	if r.Trace == nil {
		return nil
	}
	for _, in := range r.Trace.Inputs {
		t := Turn{Suite: r.Suite, Case: r.Case, Place: in.Place, Kind: in.Kind, Text: in.Text, Tools: []TurnTool{},
			Replies: []pipeline.Reply{}}
		for i := range r.Trace.Steps {
			if s := &r.Trace.Steps[i]; s.Tool != nil && isBelow(s.Path, in.Place) {
				t.Tools = append(t.Tools, TurnTool{s.Path, s.Tool.Call.Name, s.Tool.Call.Arguments,
					s.Tool.Result.Content, s.Tool.Result.Failed})
			}
		}
		for _, o := range r.Trace.Outcomes {
			if o.Place == in.Place {
				t.Status, t.Replies = o.Status, append(t.Replies, o.Replies...)
			}
		}
		if t.Kind == pipeline.UserMessage && t.Text == "" {
			t.Text = firstWords(r.Trace, in.Place)
		}
		if last := lastAnswer(r.Trace, in.Place); len(t.Replies) == 0 && last != nil {
			t.Replies = append(t.Replies, pipeline.Reply{Text: last.Response.Content, Path: last.Path})
		}
		turns = append(turns, t)
	}
	return turns
}

// isBelow reports whether a path is a place or lies below it.
func isBelow(path, place string) bool { return path == place || strings.HasPrefix(path, place+"/") }

// firstWords returns the last user message in the first request of a turn.
func firstWords(t *trace.Trace, place string) string {
	for _, c := range t.Calls() {
		if !isBelow(c.Path, place) {
			continue
		}
		for _, m := range slices.Backward(c.Request.Messages) {
			if m.Role == pipeline.RoleUser {
				return m.Content()
			}
		}
		return ""
	}
	return ""
}

// lastAnswer returns the last call of a turn answered with text and no tool calls; nil: none.
func lastAnswer(t *trace.Trace, place string) *trace.Call {
	var last *trace.Call
	for _, c := range t.Calls() {
		if isBelow(c.Path, place) && c.Response.Content != "" && c.Failure == nil && len(c.Response.ToolCalls) == 0 {
			last = c
		}
	}
	return last
}

// mostOfTool is how many characters of a tool's arguments, and of its result, a turn shows.
const mostOfTool = 120

// WriteTurns prints turns as a conversation: the words of the user, tools in short, the replies.
func WriteTurns(w io.Writer, turns []Turn) {
	for _, t := range turns {
		name := printable.Line(t.Suite + "/" + t.Case + "/" + t.Place)
		status := t.Status
		if status == "" {
			status = "did not come to its end"
		}
		fmt.Fprintf(w, "=== %s  %s\n", name, printable.Line(status))
		writeSaid(w, speaker(t.Kind), t.Text)
		for _, tool := range t.Tools {
			failed := ""
			if tool.Failed {
				failed = "failed: "
			}
			fmt.Fprintf(w, "-> %s(%s)  %s%s\n", printable.Line(tool.Name), short(tool.Arguments), failed,
				short(tool.Result))
		}
		for _, r := range t.Replies {
			writeSaid(w, replier(r), r.Text)
		}
		fmt.Fprintln(w)
	}
}

// short returns the beginning of a text, on one line.
func short(text string) string { return printable.Line(printable.Clip(text, mostOfTool)) }

// speaker says who begins a turn of a kind.
func speaker(kind pipeline.Kind) string {
	if kind == pipeline.UserMessage {
		return "user"
	}
	return printable.Line(string(kind))
}

// replier says who replies, to whom, and the kind of reply unless it is a plain answer to the user.
func replier(r pipeline.Reply) string {
	text := "assistant"
	if r.To != "" {
		text += " to " + printable.Line(r.To)
	}
	if r.Kind != "" && r.Kind != pipeline.ReplyAnswer {
		text += " (" + printable.Line(r.Kind) + ")"
	}
	return text
}

// writeSaid prints a speaker's text in lines below its name. Empty text is left out.
func writeSaid(w io.Writer, who, text string) {
	if text == "" {
		if who != "user" && who != "assistant" {
			fmt.Fprintf(w, "%s\n", who)
		}
		return
	}
	fmt.Fprintf(w, "%s:\n", who)
	for line := range strings.Lines(printable.Lines(text)) {
		fmt.Fprintf(w, "  %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// WriteTurnsJSON prints turns as a list.
func WriteTurnsJSON(w io.Writer, turns []Turn) error { return printable.WriteJSON(w, turns) }
