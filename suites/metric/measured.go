package metric

import (
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Measured holds the measures of a run, or of a suite of it, and of the baseline that it is compared with.
type Measured struct {
	Now    []Measure
	Shared []Measure                  // of only the cases that the baseline has too
	Before []Measure                  // of the baseline: of the same cases
	Pairs  map[string]paired.Estimate // of the shared cases, by measure: for gates with a margin in points
	Live   bool                       // a model was asked, in this run or the baseline
	Errors int                        // cases that did not finish
	lost   example                    // the first of them
}

func measureOf(all []Measure, name string) (Measure, bool) {
	if i := slices.IndexFunc(all, func(m Measure) bool { return m.Name == name }); i >= 0 {
		return all[i], true
	}
	if m, found := neverRejected(all, name); found {
		return m, found
	}
	if name == Quarantined { // no case is in quarantine
		m, found := measureOf(all, gateExpectations)
		return Measure{Name: name, Unit: score.Count, Scores: m.Scores}, found
	}
	stage, _, byReason := strings.Cut(name, ":")
	if byReason && strings.HasPrefix(name, rateName+"[") { // a reason that never came up, of a stage that was asked
		m, found := measureOf(all, stage+"]")
		m.Name, m.Value, m.low, m.high = name, 0, example{}, example{}
		return m, found
	}
	return Measure{Name: name, Unit: reachOf(name).unit}, false
}

// Measured returns the tally's measures, without a baseline.
func (t *Tally) Measured() Measured {
	now := t.Measures() // of the last case too
	return Measured{Now: now, Errors: t.errors, lost: t.lost}
}

// neverRejected returns the measure of a stage, or of a stage and a reason, that was called and rejected no answer for
// it.
func neverRejected(all []Measure, name string) (m Measure, found bool) {
	by, is := strings.CutPrefix(name, rejectedName+"[")
	if !is {
		return m, false
	}
	stage, _, _ := strings.Cut(strings.TrimSuffix(by, "]"), ":")
	if _, asked := measureOf(all, rateName+"["+stage+"]"); !asked {
		return m, false
	}
	m, found = measureOf(all, rejectedName)
	m.Name, m.Value, m.low, m.high = name, 0, example{}, example{}
	return m, found
}
