package terminal

import (
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/cells"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
)

// Verdict prints the verdict on a run at its end, and the next steps.
type Verdict struct {
	w    Screen
	next func(*overview.Overview) []string
}

// NewVerdict prints to w. next returns lines about the next steps.
func NewVerdict(w Screen, next func(*overview.Overview) []string) *Verdict { return &Verdict{w, next} }

// Case does nothing: the verdict is known at the end.
func (v *Verdict) Case(*rows.Case) error { return nil }

// End prints the verdict.
func (v *Verdict) End(o *overview.Overview) error {
	for _, line := range append([]string{cells.Verdict(o, o.Groups())}, v.next(o)...) {
		fmt.Fprintln(v.w, line)
	}
	return v.w.Flush()
}
