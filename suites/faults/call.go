package faults

import (
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Call is one call of the intended run, which goes wrong in one way after the other.
type Call struct {
	Decision
	Of    pipeline.Stage
	Asked model.Exchange // of the intended run

	of       *Case
	depth    int
	declared []pipeline.Declared    // by the call itself
	answered map[string]*runner.Ran // by what was put: several failures have one answer
	same     map[*runner.Ran]bool   // whether a declared run is the intended one
	words    map[string]*Faulted    // by what is declared in words: the first failure for which it is
}

// Call is the call of an entry of the intended run; nil where nothing of the case answered it.
func (c *Case) Call(e pipeline.Entry) *Call {
	x, _ := c.intended.Calls.At(e.Path)
	st, known := pipeline.FindStage(c.Stages, e.Stage)
	if e.Kind != pipeline.EntryCall || !known || x.Response.Origin.From == fromBehind {
		return nil
	}
	return &Call{
		Decision: Decision{pipeline.DecisionOf(e.Path), e.Stage, e.Try}, Of: st, Asked: x, of: c, depth: e.Depth,
		declared: c.Declares(x.Request), answered: map[string]*runner.Ran{}, same: map[*runner.Ran]bool{},
		words: map[string]*Faulted{},
	}
}

// Faulted is a run in which a call has gone wrong.
type Faulted struct {
	*runner.Ran
	Reason pipeline.Reason // that the failure has been given, or that of its last report

	call *Call
	put  Put
}

// Fail runs the case with this in the place of the call's answers.
func (c *Call) Fail(put Put) *Faulted {
	ran := c.of.planned(plan{Decision: c.Decision, put: put})
	return &Faulted{Ran: ran, call: c, put: put}
}

// Declares reports whether the call says anything of its failing.
func (c *Call) Declares() bool { return len(c.declared) > 0 }

// FailedBefore reports whether the intended run too takes a fallback at this decision, or has no answer there.
func (c *Call) FailedBefore() bool { return len(c.Reports(c.of.intended)) > 0 }

// Asks are the asks of the decision in the run, from the one that went wrong.
func (f *Faulted) Asks() []pipeline.Entry { return f.call.Asks(f.Ran) }

// Reports are what the run says of these asks: refused answers, then a fallback.
func (f *Faulted) Reports() []pipeline.Entry { return f.call.Reports(f.Ran) }

// DeclaredAsks is the ask with which the stage gives up by what its asks declare: the first one that does not declare
// another one behind it, for the reason for which it has failed.
func (f *Faulted) DeclaredAsks() int {
	n := f.call.From
	for _, ask := range f.Asks() {
		if d := f.declaredNow(ask, f.reasonOf(ask)); d == nil || !d.Reask {
			return ask.Try
		}
		n = ask.Try + 1
	}
	return n
}

// reasonOf is why an ask has failed: what came of it, what is reported of it, or what is reported last.
func (f *Faulted) reasonOf(ask pipeline.Entry) pipeline.Reason {
	if ask.Failure != nil {
		return ask.Failure.Reason
	}
	reports := f.Reports()
	if i := slices.IndexFunc(reports, func(r pipeline.Entry) bool { return r.Path == ask.Path }); i >= 0 {
		return ReasonOf(reports[i])
	}
	return ReasonOf(reports[len(reports)-1])
}

// declaredNow is what the last ask declares for a reason; nil: nothing.
func (f *Faulted) declaredNow(last pipeline.Entry, reason pipeline.Reason) *pipeline.Declared {
	x, _ := f.Calls.At(last.Path)
	for _, d := range f.call.of.Declares(x.Request) {
		if len(d.Reasons) == 0 || slices.Contains(d.Reasons, reason) {
			return &d
		}
	}
	return nil
}

// decides reports whether the run tells what the stage decided without a usable answer.
func (c *Call) decides(ran *runner.Ran) bool {
	return slices.ContainsFunc(ran.Log, func(e pipeline.Entry) bool {
		return e.Kind == pipeline.EntryDecided && e.Stage == c.Stage && pipeline.DecisionOf(e.Path) == c.Path
	})
}

// lasted is how long the last ask took.
func (f *Faulted) lasted() time.Duration {
	asks := f.Asks()
	x, _ := f.Calls.At(asks[len(asks)-1].Path)
	return bounded(x.Request, x.Response.Takes)
}
