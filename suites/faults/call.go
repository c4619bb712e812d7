package faults

import (
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Call is one call of the intended run, which is made to fail in one way after the other.
type Call struct {
	Decision
	Of    pipeline.Stage
	Asked model.Exchange // of the intended run

	of       *Case
	depth    int
	declared []pipeline.Declared    // by the call itself
	answered map[string]*runner.Ran // by the answer given: several failures share one
	same     map[*runner.Ran]bool   // whether a declared run equals the intended one
	words    map[string]*Faulted    // by the declared words: the first failure to which they apply
}

// Call returns the call of an entry of the intended run; nil if the case did not answer it.
func (c *Case) Call(e pipeline.Entry) *Call {
	x, _ := c.intended.Calls.At(e.Path)
	st, known := pipeline.FindStage(c.Stages, e.Stage)
	if e.Kind != pipeline.EntryCall || !known || x.Response.Origin.From == fromFault {
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
	Reason pipeline.Reason // given for the failure, or that of its last report

	call *Call
	put  Put
}

// Fail runs the case with put's answers in place of the call's own.
func (c *Call) Fail(put Put) *Faulted {
	ran := c.of.planned(plan{Decision: c.Decision, put: put})
	return &Faulted{Ran: ran, call: c, put: put}
}

// Declares reports whether the call declares anything about its failure.
func (c *Call) Declares() bool { return len(c.declared) > 0 }

// FailedBefore reports whether the intended run too takes a fallback at this decision, or has no answer there.
func (c *Call) FailedBefore() bool { return len(c.Reports(c.of.intended)) > 0 }

// Asks returns the decision's requests in the run, from the one that failed.
func (f *Faulted) Asks() []pipeline.Entry { return f.call.Asks(f.Ran) }

// Reports returns what the run reports of these requests: rejected answers, then a fallback.
func (f *Faulted) Reports() []pipeline.Entry { return f.call.Reports(f.Ran) }

// DeclaredAsks returns the number of the request after which the stage gives up, as declared: the first one that
// declares no retry for the reason of its failure.
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

// reasonOf returns why a request failed: from its outcome, from its report, or from the last report.
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

// declaredNow returns what the last request declares for a reason; nil: nothing.
func (f *Faulted) declaredNow(last pipeline.Entry, reason pipeline.Reason) *pipeline.Declared {
	x, _ := f.Calls.At(last.Path)
	for _, d := range f.call.of.Declares(x.Request) {
		if len(d.Reasons) == 0 || slices.Contains(d.Reasons, reason) {
			return &d
		}
	}
	return nil
}

// decides reports whether the run shows what the stage decided without a usable answer.
func (c *Call) decides(ran *runner.Ran) bool {
	return slices.ContainsFunc(ran.Log, func(e pipeline.Entry) bool {
		return e.Kind == pipeline.EntryDecided && e.Stage == c.Stage && pipeline.DecisionOf(e.Path) == c.Path
	})
}

// lasted returns how long the last request took.
func (f *Faulted) lasted() time.Duration {
	asks := f.Asks()
	x, _ := f.Calls.At(asks[len(asks)-1].Path)
	return bounded(x.Request, x.Response.Takes)
}
