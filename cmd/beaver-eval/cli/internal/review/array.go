package review

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// WriteArray shows a call. Unless whole, unchanged sections are folded into a line each.
func WriteArray(to ArrayScreen, c *ArrayCall, whole bool) {
	w := &writer{ArrayScreen: to, call: c, whole: whole}
	old, sent := w.sides()
	w.notes()
	for _, p := range edit.PairMessages(old.Messages, sent.Messages) {
		w.message(old.Messages, sent.Messages, p)
	}
	w.tools(old.Tools, sent.Tools)
	w.beside(&old, &sent)
	w.input()
	if c.Sent != nil {
		w.answer(c.Sent)
	}
}

// notes shows whether the whole call came or went, unless all calls of its case did.
func (w *writer) notes() {
	switch {
	case w.call.Brief:
	case w.call.Old == nil:
		w.heading("the golden does not have this call")
	case w.call.Sent == nil:
		w.heading("the golden has this call, but it is no longer made")
	case w.unkept():
		w.heading("changed; the packed golden keeps no old text of this call")
	}
	for _, p := range w.call.Parts {
		if w.both() && p.Change == edit.Moved && p.Message == 0 && p.Tool == "" {
			w.heading("this call has moved among the calls of its case" + of([]ArrayPart{p}))
		}
	}
}

// input shows the input of the turn.
func (w *writer) input() {
	in := w.call.Input
	switch {
	case in.Place == "" || in.Kind == pipeline.End:
		return
	case in.Kind == pipeline.Heartbeat:
		w.heading("a heartbeat, at " + in.Place)
		return
	case in.Kind == pipeline.Scheduled:
		w.heading("the schedule says, at " + in.Place)
	default:
		w.heading("the user says, at " + in.Place)
	}
	w.text(in.Text)
}

// answer shows the answer.
func (w *writer) answer(c *trace.Call) {
	title := "the answer"
	if c.Origin.Source != "" {
		title += " (" + printable.Line(string(c.Origin.Source)) + ")"
	}
	w.heading(title)
	switch {
	case c.Missed:
		w.text("none: nothing answers this call")
	case c.Failure != nil:
		w.text(c.Failure.Error())
	default:
		w.text(c.Response.Content)
	}
	for _, t := range c.Response.ToolCalls {
		w.text("-> " + t.Name + "(" + t.Arguments + ")")
	}
}

// text shows a text without a diff.
func (w *writer) text(text string) {
	if text == "" {
		return
	}
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		fmt.Fprintf(w, "  %s\n", printable.Line(l))
	}
}
