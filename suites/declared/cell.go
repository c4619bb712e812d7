package declared

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// runs runs one case in as many ways as its cells need. A run that several cells need is made once.
type runs struct {
	ctx      context.Context
	prepared *runner.Prepared
	stages   []pipeline.Stage
	declares func(pipeline.Request) []pipeline.Declared
	intended *runner.Ran

	otherwise fixtures.Answers
}

func (r *runs) run(v runner.Variant) *runner.Ran {
	v.Behind = []runner.Link{func(pipeline.Model) pipeline.Model { return newBehind(r.otherwise, r.stages) }}
	return r.prepared.Run(r.ctx, v)
}

func (r *runs) planned(p plan) *runner.Ran {
	return r.run(runner.Variant{Before: []runner.Link{p.link}})
}

// call is one call of the intended run, which goes wrong in one way after the other.
type call struct {
	*runs
	decision
	of       pipeline.Stage
	depth    int
	declared []pipeline.Declared    // by the call itself
	answered map[string]*runner.Ran // by what was put: several reasons have one answer
	words    map[string]faulted     // by what is declared in words: the first reason for which it is
}

// faulted is a run in which a call has gone wrong.
type faulted struct {
	fault fault
	ran   *runner.Ran
}

// verdict is what a cell came to.
type verdict struct {
	kind string // what was declared
	what string // that differs; empty: nothing
}

// The kinds of verdict.
const (
	kindAnswer  = "answer"
	kindUndone  = "undone"
	kindReask   = "reask"
	kindThen    = "then"
	kindNothing = "nothing"
)

// cell lets the call fail in one way and holds what follows against what the last ask declares.
func (c *call) cell(f fault) verdict {
	got := faulted{f, c.planned(plan{decision: c.path, from: c.from, fault: f})}
	_, crashed := errors.AsType[*pipeline.PanicError](got.ran.Err)
	switch {
	case c.of.Fallback == "" && len(c.declared) == 0 && !crashed:
		return verdict{kind: kindNothing}
	case got.ran.Err != nil:
		return verdict{kindNothing, "the case ends with an error in the faulted run: " + oneLine(got.ran.Err)}
	}
	asks, reports := c.asks(got.ran), c.reports(got.ran)
	if len(asks) == 0 {
		return verdict{kindNothing, "the call is not made in the faulted run"}
	}
	if len(reports) == 0 {
		if c.of.Reads == "" && f.answer != nil {
			return verdict{kind: kindNothing} // any text may be an answer
		}
		return verdict{kindNothing, "no fallback is reported and no answer refused"}
	}
	last := asks[len(asks)-1]
	x, _ := got.ran.Calls.At(last.Path)
	d := fitting(c.declares(x.Request), reasonOf(reports[len(reports)-1]))
	switch {
	case d == nil:
		return verdict{kindNothing, "nothing is declared for this reason"}
	case d.Answer != nil:
		return verdict{kindAnswer, c.answer(got, last.Try, d.Answer)}
	case d.Undone:
		return verdict{kindUndone, c.undone(got)}
	case d.Reask:
		return verdict{kindReask, "it is declared that the stage asks again, and it does not"}
	}
	return verdict{kindThen, c.then(got, d.Then)}
}

// fitting is the first declaration that holds for a reason.
func fitting(list []pipeline.Declared, reason pipeline.Reason) *pipeline.Declared {
	for i, d := range list {
		if len(d.Reasons) == 0 || slices.Contains(d.Reasons, reason) {
			return &list[i]
		}
	}
	return nil
}

// oneLine is an error in one line.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }

// inDeclared compares with the run of what is declared.
var inDeclared = comparison{got: "in the faulted run", want: "in the declared run"}

// answer compares with the run in which the last ask got the answer that is declared, after the same time.
func (c *call) answer(got faulted, last int, answer *pipeline.Response) string {
	key := fmt.Sprintf("%t %d %+v", got.fault.slow, last, *answer)
	if last > c.from {
		key += " " + string(got.fault.reason) // the asks before failed for it
	}
	want := c.answered[key]
	if want == nil {
		want = c.planned(plan{decision: c.path, from: c.from, fault: got.fault, last: last, answer: answer})
		c.answered[key] = want
	}
	if want.Err != nil {
		return "the case ends with an error in the declared run: " + oneLine(want.Err)
	}
	answered := decision{path: c.path, stage: c.stage, from: last}
	if refused := answered.reports(want); len(refused) > 0 {
		return fmt.Sprintf("the stage refuses the answer that it declares: %s", reasonOf(refused[0]))
	}
	v := view{but: c.decision, decided: len(c.of.Decides) > 0 || c.decides(got.ran)}
	return inDeclared.first(v.things(got.ran), v.things(want))
}

// decides reports whether the run tells what the stage decided without a usable answer.
func (c *call) decides(ran *runner.Ran) bool {
	return slices.ContainsFunc(ran.Log, func(e pipeline.Entry) bool {
		return e.Kind == pipeline.EntryDecided && e.Stage == c.stage && decisionOf(e.Path) == c.path
	})
}

// undone compares with the run that has not had this turn, all but the turn itself.
func (c *call) undone(got faulted) string {
	turn, _, _ := strings.Cut(c.path, "/")
	want := c.run(runner.Variant{Without: turn, Until: got.ran.Ended[turn]})
	if want.Err != nil {
		return "the case ends with an error in the run without the turn: " + oneLine(want.Err)
	}
	v := view{but: c.decision, decided: true, without: turn}
	in := comparison{got: "in the faulted run", want: "in the run without the turn"}
	return in.first(v.things(got.ran), v.things(want))
}

// then holds for what is declared in words what holds whatever they say: what the failure cannot have changed is as it
// was, the stage does not go on as if nothing had happened, something that follows shows it, and all reasons for which
// the words stand come to the same but for the reason's name.
func (c *call) then(got faulted, words string) string {
	before := view{but: c.decision, depth: c.depth}
	in := comparison{got: "in the faulted run", want: "in the intended run"}
	if what := in.first(before.things(got.ran), before.things(c.intended)); what != "" {
		return "what does not rest on the call has changed: " + what
	}
	if path := c.goesOn(got.ran); path != "" {
		return "the place goes on with " + path
	}
	all := view{but: c.decision}
	if !c.failedBefore() && in.first(all.things(got.ran), all.things(c.intended)) == "" {
		return "nothing that follows shows the failure"
	}
	first, ok := c.words[words]
	if !ok {
		c.words[words] = got
		return ""
	}
	want := first.ran
	if first.fault.slow != got.fault.slow { // after the same time
		put := first.fault
		put.slow = got.fault.slow
		want = c.planned(plan{decision: c.path, from: c.from, fault: put})
	}
	in = comparison{
		got: "for " + string(got.fault.reason), want: "for " + string(first.fault.reason),
		plain: strings.NewReplacer(string(got.fault.reason), "…", string(first.fault.reason), "…").Replace,
	}
	v := view{but: c.decision, decided: len(c.of.Decides) > 0 || c.decides(got.ran) && c.decides(want)}
	return in.first(v.things(got.ran), v.things(want))
}

// goesOn is the first call behind the failed asks in their place: of the same stage in a turn, of any stage in a place
// of its own, which has ended with the failure. Empty: there is none.
func (c *call) goesOn(ran *runner.Ran) string {
	place, behind := placeOf(c.path), false
	own := strings.Contains(place, "/")
	for _, e := range ran.Log {
		switch {
		case c.ask(e):
			behind = true
		case behind && e.Kind == pipeline.EntryCall && placeOf(e.Path) == place && (own || e.Stage == c.stage):
			return e.Path
		}
	}
	return ""
}

// failedBefore reports whether the intended run too takes a fallback at this decision, or has no answer there.
func (c *call) failedBefore() bool { return len(c.reports(c.intended)) > 0 }

// isUnsupported reports whether a case was refused by its system.
func isUnsupported(err error) bool {
	_, ok := errors.AsType[*pipeline.Unsupported](err)
	return ok
}
