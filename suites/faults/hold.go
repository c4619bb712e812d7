package faults

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Kind is the kind of a call's declaration about a failure.
type Kind string

// The kinds of declaration.
const (
	KindAnswer  Kind = "answer"
	KindUndone  Kind = "undone"
	KindReask   Kind = "reask"
	KindThen    Kind = "then"
	KindNothing Kind = "nothing"
)

// Held is the outcome of comparing a faulted run with its declaration.
type Held struct {
	Kind Kind
	What string // the first thing that differs; empty: nothing
	Same bool   // an answer: the declared one is the intended one
	Err  error  // with which the case ends in the declared run
}

// Hold compares what follows the failure with what the last request declares for the reason of the last report. There
// must be a request and a report.
func (f *Faulted) Hold() Held {
	asks, reports := f.Asks(), f.Reports()
	last := asks[len(asks)-1]
	reason := ReasonOf(reports[len(reports)-1])
	f.Reason = reason
	d := f.declaredNow(last, reason)
	switch {
	case d == nil:
		return Held{Kind: KindNothing, What: "nothing is declared for this reason"}
	case d.Answer != nil:
		return f.HoldAnswer(d.Answer)
	case d.Undone:
		return f.undone()
	case d.Reask:
		return Held{Kind: KindReask, What: "the stage is declared to ask again, but does not"}
	}
	return Held{Kind: KindThen, What: f.then(d)}
}

// inDeclared compares with the declared run.
var inDeclared = comparison{got: "in the faulted run", want: "in the declared run"}

// HoldAnswer compares with the run in which the last request got this answer, after the same time.
func (f *Faulted) HoldAnswer(answer *pipeline.Response) Held {
	want, what := f.answered(answer)
	if what != "" {
		return Held{Kind: KindAnswer, What: what, Err: want.Err}
	}
	c := f.call
	v := view{but: c.Decision, decided: len(c.Of.Decides) > 0 || c.decides(f.Ran)}
	if what := inDeclared.first(v.things(f.Ran), v.things(want)); what != "" {
		return Held{Kind: KindAnswer, What: what}
	}
	return Held{Kind: KindAnswer, Same: c.isIntended(want, v)}
}

// answered returns the run in which the last request got an answer, after the same time; what says why nothing can be
// compared with it.
func (f *Faulted) answered(answer *pipeline.Response) (want *runner.Ran, what string) {
	c, asks, takes := f.call, f.Asks(), f.lasted()
	last := asks[len(asks)-1]
	key := fmt.Sprintf("%s %d %+v", takes, last.Try, *answer)
	if last.Try > c.From {
		key += " " + string(f.Reason) // the requests before failed for it
	}
	if want = c.answered[key]; want == nil {
		want = c.of.planned(plan{Decision: c.Decision, put: f.put, takes: &takes, last: last.Try, answer: answer})
		c.answered[key] = want
	}
	if want.Err != nil {
		return want, "the case ends with an error in the declared run: " + OneLine(want.Err)
	}
	at := Decision{Path: c.Path, Stage: c.Stage, From: last.Try}
	if refused := at.Reports(want); len(refused) > 0 {
		return want, fmt.Sprintf("the stage rejects the answer that it declares: %s", ReasonOf(refused[0]))
	}
	return want, ""
}

// isIntended reports whether a declared run looks the same as the intended one.
func (c *Call) isIntended(want *runner.Ran, v view) bool {
	same, known := c.same[want]
	if !known {
		same = comparison{}.first(v.things(want), v.things(c.of.intended)) == ""
		c.same[want] = same
	}
	return same
}

// AsIntended returns the first difference from the intended run, including the decision's own value; empty: none.
func (f *Faulted) AsIntended() string {
	in := comparison{got: "in the faulted run", want: "in the intended run"}
	v := view{but: f.call.Decision, decided: true}
	return in.first(v.things(f.Ran), v.things(f.call.of.intended))
}

// undone compares with the run without this turn, leaving out the turn itself.
func (f *Faulted) undone() Held {
	turn, _, _ := strings.Cut(f.call.Path, "/")
	want := f.call.of.Run(runner.Variant{Without: turn, Until: f.Ended[turn]})
	if want.Err != nil {
		what := "the case ends with an error in the run without the turn: " + OneLine(want.Err)
		return Held{Kind: KindUndone, What: what, Err: want.Err}
	}
	v := view{but: f.call.Decision, decided: true, without: turn}
	in := comparison{got: "in the faulted run", want: "in the run without the turn"}
	return Held{Kind: KindUndone, What: in.first(v.things(f.Ran), v.things(want))}
}

// OneLine returns an error on one line.
func OneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
