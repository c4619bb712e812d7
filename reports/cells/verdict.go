package cells

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// mostStopped is how many characters of the reason why a run was interrupted its verdict has.
const mostStopped = 300

// Verdict returns a line that says how a run with these edits ended, in words if it is not green.
func Verdict(o *overview.Overview, groups []edit.Group) string {
	t := &o.Total
	wrong := strings.Join(whatIsWrong(o, groups), ", ")
	switch {
	case o.Stopped != "":
		text := "STOPPED: " + printable.Clip(printable.Line(o.Stopped), mostStopped)
		text += "; " + wording.Count(t.Cases, "case") + " had ended"
		if wrong != "" {
			text += ", " + wrong
		}
		return text
	case o.Interrupted && wrong != "":
		return fmt.Sprintf("INTERRUPTED: %s had ended; %s", wording.Count(t.Cases, "case"), wrong)
	case o.Interrupted:
		return fmt.Sprintf("INTERRUPTED: %s had ended", wording.Count(t.Cases, "case"))
	case o.Exit == 0:
		return "ok: " + strings.Join(whatIsRight(o), ", ")
	case o.Empty():
		words := append([]string{"no case has run"}, NotDriven(&o.Untested, printable.Line)...)
		return "FAILS: " + strings.Join(words, ", ")
	case wrong == "":
		return "FAILS: something that was asked for does not exist"
	}
	return "FAILS: " + wrong
}

// whatIsWrong lists what keeps a run from being green, the worst first.
func whatIsWrong(o *overview.Overview, groups []edit.Group) []string {
	t := &o.Total
	var words []string
	if t.Errors > 0 {
		words = append(words, wording.Count(t.Errors, "case")+" in error")
	}
	if n := t.Failed - t.Errors; n > 0 {
		words = append(words, wording.Count(n, "case")+" "+wording.Plural(n, "fails", "fail"))
	}
	if overview.GateWatched(o.Gates, "goldens") {
		words = append(words, DifferingWords(t)...)
		if cost := Growth(o.Growth(groups)); cost != "" && t.Prompts.Differ() > 0 {
			words = append(words, cost)
		}
	}
	var gates []string
	for _, v := range o.Gates {
		if overview.GateStateOf(v) == overview.Failing && !GateTold(o)(v) {
			gates = append(gates, printable.Line(overview.GateName(v)))
		}
	}
	switch n := len(gates); {
	case n > 1:
		words = append(words, wording.Thousands(n)+" other gates do not hold")
	case n == 1:
		words = append(words, "gate "+gates[0]+" does not hold")
	}
	return append(words, Untested(&o.Untested, printable.Line)...)
}

// GateTold returns a function that reports whether the verdict includes a gate's result: numbers of unaccepted prompts
// and failed cases.
func GateTold(o *overview.Overview) func(metric.Verdict) bool {
	return func(v metric.Verdict) bool {
		return v.Suite == "" && (v.Measure == "goldens" || v.Measure == "expectations" ||
			v.Measure == metric.Uncompared || v.Measure == metric.NotDriven) && !o.Empty()
	}
}

// DifferingWords returns the number of unaccepted prompts, in words.
func DifferingWords(t *overview.Summary) []string {
	var kinds, words []string
	for _, k := range []struct {
		n    int
		what string
	}{{t.Prompts.Changed, "changed"}, {t.Prompts.New, "new"}, {t.Prompts.Missing, "missing"},
		{t.Prompts.Conflicted, "conflicted"}} {
		if k.n > 0 {
			kinds = append(kinds, wording.Thousands(k.n)+" "+k.what)
		}
	}
	if n := t.Prompts.Differ(); n > 0 {
		words = append(words, fmt.Sprintf("%s %s in %s", strings.Join(kinds, ", "),
			wording.Plural(n, "prompt", "prompts"), wording.Count(t.Differing, "case")))
	}
	if t.Forms > 0 {
		words = append(words, wording.Count(t.Forms, "form")+" "+wording.Plural(t.Forms, "differs", "differ"))
	}
	return words
}

// CellsKept says how many cells of a matrix of faults earlier commands have made.
func CellsKept(kept, all int) string {
	return wording.Thousands(kept) + " of " + wording.Count(all, "cell") + " from the cache"
}

// whatIsRight says what a green run has compared.
func whatIsRight(o *overview.Overview) []string {
	t := &o.Total
	words := []string{
		wording.Count(t.Cases, "case"), wording.Count(t.Prompts.Unchanged, "prompt") + " as accepted",
	}
	if n := t.Prompts.NotCompared; n > 0 {
		words = append(words, wording.Thousands(n)+" not compared")
	}
	words = append(words, Untested(&o.Untested, printable.Line)...)
	if n := o.Broken(); n > 0 {
		words = append(words, wording.Count(n, "call")+" broken on purpose")
		if o.CellsKept > 0 {
			words = append(words, CellsKept(o.CellsKept, n))
		}
	}
	holding, dropped := 0, 0
	for _, v := range o.Gates {
		switch overview.GateStateOf(v) {
		case overview.Holding:
			holding++
		case overview.Dropped:
			dropped++
		}
	}
	words = append(words, wording.Count(holding, "gate")+" "+wording.Plural(holding, "holds", "hold"))
	if dropped > 0 {
		words = append(words, wording.Thousands(dropped)+" dropped")
		if t.Failed > 0 {
			words = append(words, wording.Count(t.Failed, "case")+" "+wording.Plural(t.Failed, "fails", "fail"))
		}
		words = append(words, DifferingWords(t)...)
	}
	return append(words, strconv.FormatFloat(t.Seconds, 'f', 1, 64)+"s")
}
