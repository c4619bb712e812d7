package review

import (
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// ArrayScreen is where a call is shown.
type ArrayScreen interface {
	printable.Screen
	// Mark says that what a reader looks for begins with the next line.
	Mark()
}

// ArrayCall is a call with all that is shown of it. One of Old and Sent may be nil.
type ArrayCall struct {
	Old   *goldens.Call // as it was accepted; nil: the golden does not have it
	Sent  *trace.Call   // as it is sent now; nil: it is not made any more
	Input ArrayInput
	Parts []ArrayPart // what differs between the two
	Brief bool        // its whole case came or went: nobody needs to be told, and its sections are folded too
}

// ArrayPart is one thing that differs, with the groups whose edits it holds.
type ArrayPart struct {
	edit.Part
	Own    bool     // the group that is looked at is one of them
	Others []string // the ids of the others
}

// ArrayInput is what came in at the turn of a call.
type ArrayInput struct {
	Place string // of the turn; empty: nothing is known of it
	Kind  pipeline.Kind
	Text  string
}

// writer shows one call.
type writer struct {
	ArrayScreen
	call   *ArrayCall
	whole  bool // nothing is folded
	marked bool
}

// both reports whether the call was accepted and is sent.
func (w *writer) both() bool { return w.call.Old != nil && w.call.Sent != nil }

// sides returns both sides of the call, an empty one for one that is not there.
func (w *writer) sides() (old, sent goldens.Call) {
	if w.call.Old != nil {
		old = *w.call.Old
	}
	if s := w.call.Sent; s != nil {
		r := s.Request
		sent = goldens.Call{Stage: s.Stage, Messages: r.Messages, Tools: r.Tools, Format: r.Format,
			Parameters: r.Parameters}
	}
	return old, sent
}

// Colours of what is no line of a diff.
const (
	bold = "\x1b[1m"
	dim  = "\x1b[2m"
)

// heading begins a part of the call.
func (w *writer) heading(text string) { w.line(bold, "%s", text) }

// line prints a line in a colour.
func (w *writer) line(colour, format string, args ...any) {
	w.Paint(colour)
	fmt.Fprintf(w, format+"\n", args...)
	w.Paint("")
}

// parts are those that something is about.
func (w *writer) parts(about func(*edit.Part) bool) []ArrayPart {
	var found []ArrayPart
	for _, p := range w.call.Parts {
		if about(&p.Part) {
			found = append(found, p)
		}
	}
	return found
}

// mark says where the first of the parts of the group stands that is looked at.
func (w *writer) mark(parts []ArrayPart) {
	if !w.marked && isOwn(parts) {
		w.marked = true
		w.Mark()
	}
}

func isOwn(parts []ArrayPart) bool {
	return slices.ContainsFunc(parts, func(p ArrayPart) bool { return p.Own })
}
