package metric

import (
	"maps"
	"slices"
)

// Evaluate evaluates all gates on the measures of the run and of each of its suites: those of the run first. A suite
// without a case in the run has no gates.
func (g Gates) Evaluate(total Measured, bySuite map[string]Measured) []Verdict {
	var all []Verdict
	for _, gate := range g.Run {
		all = append(all, g.evaluateRun(gate, total, bySuite)...)
	}
	for _, suite := range slices.Sorted(maps.Keys(g.Suites)) {
		if m, ran := bySuite[suite]; ran {
			for _, gate := range g.Suites[suite] {
				all = append(all, g.evaluate(gate, m))
			}
		}
	}
	return all
}

// OnCases evaluates the gates on the cases of two runs, whatever their suites.
func (g Gates) OnCases(m Measured) []Verdict {
	var all []Verdict
	for _, gate := range g.Run {
		v := g.evaluate(gate, m)
		all = append(all, gate.onLabels(v, m))
	}
	return all
}

// evaluateRun evaluates a gate of the run: a sum over the whole run, a mean for each suite that measures it, since
// suites ask different models different questions.
func (g Gates) evaluateRun(gate Gate, total Measured, bySuite map[string]Measured) []Verdict {
	switch {
	case gate.Suite != "":
		return []Verdict{g.evaluate(gate, bySuite[gate.Suite])}
	case gate.Text == Faults && !gate.concerns(total): // no case of a suite with a matrix is in the run
		return nil
	case g.drops(gate) || !gate.reach().unit.Averaged():
		return []Verdict{g.evaluate(gate, total)}
	}
	var all []Verdict
	for _, suite := range slices.Sorted(maps.Keys(bySuite)) {
		if m := bySuite[suite]; gate.concerns(m) {
			of := gate
			of.Suite = suite
			all = append(all, g.evaluate(of, m))
		}
	}
	if len(all) == 0 { // and then it fails
		return []Verdict{g.evaluate(gate, Measured{})}
	}
	return all
}

// concerns reports whether a suite, or its part of the baseline, has measured the gate's measure.
func (g Gate) concerns(m Measured) bool {
	if g.Points {
		_, found := m.Pairs[g.Measure]
		return found
	}
	measures := [][]Measure{m.Now}
	if g.Against != Absolute { // a suite whose cases the baseline does not have is not compared
		measures = [][]Measure{m.Shared, m.Before}
	}
	return slices.ContainsFunc(measures, func(all []Measure) bool {
		found, ok := g.measureOf(all)
		return ok && found.measured()
	})
}

func (g Gates) evaluate(gate Gate, m Measured) Verdict {
	if g.drops(gate) {
		return Verdict{Suite: gate.Suite, Gate: gate.Text, Measure: gate.Measure, Dropped: true,
			Got: "dropped by --no-gate"}
	}
	v := gate.evaluate(m)
	v.Baseline = gate.before(m)
	return v
}
