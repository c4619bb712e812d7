package faults

import (
	"iter"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// AppScores returns what the cells of a case measure: their number, and by stage the number with each verdict that is
// not as intended.
func AppScores(cells []AppCell) []score.Score {
	all := []score.Score{{Scorer: "faults", Metric: "cells", Unit: score.Count, Value: float64(len(cells))}}
	for _, v := range result.AppVerdicts() {
		if !v.Good() {
			all = append(all, ofVerdict(cells, v)...)
		}
	}
	return all
}

// ofVerdict returns the number of cells with a verdict by stage, with a zero for each stage that has none.
func ofVerdict(cells []AppCell, v result.AppVerdict) (all []score.Score) {
	some := map[string]bool{}
	for i := range cells {
		if c := &cells[i]; c.Verdict == v {
			some[c.Stage] = true
			all = append(all, score.Score{
				Scorer: "faults", Metric: v.Metric(), Unit: score.Count, Value: 1, Facet: c.Stage, Path: c.Path,
				Reason: c.FaultName() + ": " + c.Why,
			})
		}
	}
	for i := range cells {
		if stage := cells[i].Stage; !some[stage] {
			some[stage] = true
			all = append(all, score.Score{Scorer: "faults", Metric: v.Metric(), Unit: score.Count, Facet: stage})
		}
	}
	return all
}

// Hold checks the suites' gates that limit the number of cells with a verdict. A gate on a stage whose calls did not
// break is left out.
func (r *AppReport) Hold(suites []*project.Suite) {
	for _, s := range suites {
		gates := slices.DeleteFunc(slices.Clone(s.OwnGates()), func(g metric.Gate) bool {
			return !strings.HasPrefix(g.Measure, "faults.") || g.NeedsBaseline() || g.Least
		})
		if len(gates) == 0 {
			continue
		}
		tally := metric.NewTally(nil)
		for cells := range byCase(r.Cells) {
			if of := cells[0]; of.Suite == s.Name {
				tally.Add(&result.Result{Suite: s.Name, Case: of.Case, Scores: AppScores(cells)})
			}
		}
		measures := tally.Measures()
		gates = slices.DeleteFunc(gates, func(g metric.Gate) bool {
			return !slices.ContainsFunc(measures, func(m metric.Measure) bool { return m.Name == g.Measure })
		})
		measured := map[string]metric.Measured{s.Name: {Now: measures}}
		r.Gates = append(r.Gates,
			metric.Gates{Suites: map[string][]metric.Gate{s.Name: gates}}.Evaluate(metric.Measured{}, measured)...)
	}
}

// byCase yields the cells of each case, which are adjacent.
func byCase(all []AppCell) iter.Seq[[]AppCell] {
	return func(yield func([]AppCell) bool) {
		for len(all) > 0 {
			n := 1
			for n < len(all) && all[n].Suite == all[0].Suite && all[n].Case == all[0].Case {
				n++
			}
			if !yield(all[:n]) {
				return
			}
			all = all[n:]
		}
	}
}

// Broken reports whether a gate failed.
func (r *AppReport) Broken() bool {
	return slices.ContainsFunc(r.Gates, func(v metric.Verdict) bool { return !v.Holds })
}
