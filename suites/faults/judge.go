package faults

import (
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// judge runs the case with its call failing and returns the cell with its verdict.
func (a *attempt) judge() result.Cell {
	if a.fault.Tool != "" {
		return a.judgeResult()
	}
	got := a.call.Fail(a.put)
	a.ran = got.Ran
	if a.ends(got.Err) || a.breaks(got.Ran) {
		return a.cell
	}
	asks, reports := got.Asks(), got.Reports()
	if len(asks) == 0 {
		return a.is(result.VerdictError, "the call is not made when the case runs again")
	}
	a.cell.Tries = len(asks)
	if len(reports) > 0 {
		a.cell.Reason = ReasonOf(reports[len(reports)-1])
	}
	switch {
	case a.fault.Class == fault.Tool:
		return a.judgeCalls(got.Ran)
	case len(reports) == 0:
		return a.silent(got)
	case a.expects()[0] == fault.Nothing && len(a.expects()) == 1:
		return a.is(result.VerdictWrongFallback, "the stage can take this, but reports "+string(a.cell.Reason))
	}
	return a.reported(got, reports[len(reports)-1])
}

// silent judges a run in which the stage reported nothing.
func (a *attempt) silent(got *Faulted) result.Cell {
	what := got.AsIntended()
	if what != "" && a.fault.Way != "" { // the answer took longer than the intended one
		what = got.HoldAnswer(&a.call.Asked.Response).What
	}
	if what == "" {
		return a.is(result.VerdictRecovered, "")
	}
	asks := got.Asks()
	x, _ := got.Calls.At(asks[len(asks)-1].Path)
	can, err := a.canTake(x)
	switch {
	case err != nil:
		return a.is(result.VerdictError, err.Error())
	case can && a.another(x) && a.expects()[0] == fault.Nothing: // indistinguishable from an intended one
		return a.is(result.VerdictTaken, "")
	}
	return a.is(result.VerdictSilentDamage, "nothing is reported, and "+what)
}

// another reports whether the answer differs from the intended one.
func (a *attempt) another(x model.Exchange) bool {
	was := a.call.Asked.Response
	return x.Response.Content != was.Content || len(x.Response.ToolCalls) != len(was.ToolCalls)
}

// reported judges a run in which the stage has reported the failure.
func (a *attempt) reported(got *Faulted, report pipeline.Entry) result.Cell {
	want := slices.DeleteFunc(slices.Clone(a.expects()), func(r pipeline.Reason) bool { return r == fault.Nothing })
	if !slices.Contains(want, a.cell.Reason) {
		return a.is(result.VerdictWrongFallback,
			fmt.Sprintf("it reports %s, but must report %s", a.cell.Reason, spelled(want)))
	}
	if why := a.triesOf(got, report); why != "" {
		return a.is(result.VerdictWrongFallback, why)
	}
	held, dropped := got.Hold(), false
	if a.cell.Reason == pipeline.UnknownName {
		var known string
		if known, dropped = a.known(got); dropped {
			held = got.HoldAnswer(&pipeline.Response{Content: known})
		}
	}
	switch {
	case held.Err != nil && a.ends(held.Err):
		return a.cell
	case held.What != "":
		return a.is(result.VerdictWrongFallback, fmt.Sprintf("declared: %s: %s", held.Kind, held.What))
	case dropped:
		return a.is(result.VerdictNameDropped, "")
	case held.Same:
		return a.is(result.VerdictSame, "")
	}
	return a.is(result.VerdictRightFallback, "")
}

// triesOf says what is wrong with the number of requests that the stage sent or reports; empty: nothing. For a reason
// that is not in its Again, a stage retries as long as its requests declare a retry.
func (a *attempt) triesOf(got *Faulted, report pipeline.Entry) string {
	asks := got.Asks()
	last := asks[len(asks)-1].Try
	want, _ := a.fault.Asks(a.call.Of, a.cell.Reason, a.call.From)
	if !slices.Contains(a.call.Of.Again, a.cell.Reason) {
		want = max(want, got.DeclaredAsks())
	}
	switch {
	case last != want:
		return fmt.Sprintf("the stage asks %s, but must ask %s", wording.Number(last, "time"),
			wording.Number(want, "time"))
	case report.Kind == pipeline.EntryFallback && report.Fallback.Tries != want:
		return fmt.Sprintf("it reports %d tries, but made %d", report.Fallback.Tries, want)
	}
	return ""
}

func spelled(reasons []pipeline.Reason) string {
	words := make([]string, len(reasons))
	for i, r := range reasons {
		words[i] = string(r)
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, " or ")
}
