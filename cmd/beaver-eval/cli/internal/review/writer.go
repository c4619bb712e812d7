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

// ArrayScreen is a screen for a call.
type ArrayScreen interface {
	printable.Screen
	// Mark marks the next line as the beginning of the part of interest.
	Mark()
}

// ArrayCall is a call with its data for display. One of Old and Sent may be nil.
type ArrayCall struct {
	Old   *goldens.Call // as accepted; nil: not in the golden
	Sent  *trace.Call   // as sent now; nil: not made any more
	Input ArrayInput
	Parts []ArrayPart // the differences
	Brief bool        // its whole case came or went: needs no note, and its sections are folded too
}

// ArrayPart is one differing part, with the groups of its edits.
type ArrayPart struct {
	edit.Part
	Own    bool     // one of them is the group being viewed
	Others []string // the ids of the others
}

// ArrayInput is the input of a call's turn.
type ArrayInput struct {
	Place string // of the turn; empty: unknown
	Kind  pipeline.Kind
	Text  string
}

// writer shows one call.
type writer struct {
	ArrayScreen
	call   *ArrayCall
	whole  bool // not folded
	marked bool
}

// both reports whether the call is both accepted and sent.
func (w *writer) both() bool { return w.call.Old != nil && w.call.Sent != nil }

// unkept reports whether the golden has only a digest of the call, which differs.
func (w *writer) unkept() bool { return w.call.Old != nil && w.call.Old.Digest != "" }

// sides returns both sides of the call, an empty call for a missing one. What a packed golden does not keep is shown as
// it is sent.
func (w *writer) sides() (old, sent goldens.Call) {
	if w.call.Old != nil {
		old = *w.call.Old
	}
	if s := w.call.Sent; s != nil {
		r := s.Request
		sent = goldens.Call{Stage: s.Stage, Messages: r.Messages, Tools: r.Tools, Format: r.Format,
			Parameters: r.Parameters}
	}
	if w.unkept() {
		old = sent
	}
	return old, sent
}

// Colours of lines outside diffs.
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

// parts returns the call's parts that about selects.
func (w *writer) parts(about func(*edit.Part) bool) []ArrayPart {
	var found []ArrayPart
	for _, p := range w.call.Parts {
		if about(&p.Part) {
			found = append(found, p)
		}
	}
	return found
}

// mark marks the next line if one of the parts belongs to the group being viewed.
func (w *writer) mark(parts []ArrayPart) {
	if !w.marked && isOwn(parts) {
		w.marked = true
		w.Mark()
	}
}

func isOwn(parts []ArrayPart) bool {
	return slices.ContainsFunc(parts, func(p ArrayPart) bool { return p.Own })
}
