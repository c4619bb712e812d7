// Package comparison compares two runs case by case: which is better, by how much, and which cases turned.
package comparison

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// Compare compares B with A, case by case.
func Compare(ctx context.Context, a, b *Side, o Options) (*Comparison, error) {
	c := newCollector(o)
	c.live, c.until = a.live || b.live, until(a, b)
	if err := join(ctx, a, b, o.Suites, c.add); err != nil {
		return nil, err
	}
	if err := c.addCovered(ctx, a, b); err != nil {
		return nil, err
	}
	all := c.result()
	all.A, all.B = a.Run, b.Run
	for _, s := range []*Side{a, b} {
		if c.until == nil && s.until.Short() {
			all.stopped = append(all.stopped, s.Run.Run)
		}
	}
	for _, of := range slices.Sorted(maps.Keys(o.Suites)) {
		all.A.Suites, all.B.Suites = append(all.A.Suites, of), append(all.B.Suites, o.Suites[of])
	}
	return all, nil
}

// result returns what was collected.
func (c *collector) result() *Comparison {
	r := &Comparison{Pairs: c.pairs, Groups: len(c.groups), Turned: c.turned(), LeftOut: []LeftOut{},
		Rows: []Row{}, Ratios: []Ratio{}, Gates: []metric.Verdict{}, Verdict: NotDecided, Until: c.until,
		unknownPart: c.o.By}
	for _, reason := range slices.Sorted(maps.Keys(c.leftOut)) {
		r.LeftOut = append(r.LeftOut, LeftOut{reason, c.leftOut[reason]})
	}
	for _, row := range c.rows(c.all, "") {
		r.Rows = append(r.Rows, row)
		for _, part := range slices.Sorted(maps.Keys(c.parts)) {
			if row.Primary {
				r.Rows, r.unknownPart = append(r.Rows, c.rows(c.parts[part], part)...), ""
			}
		}
	}
	holm(r.Rows, func(row *Row) bool { return !row.Primary })
	for i, of := range ratios() {
		if e := c.ratios[i].Estimate(); e.Cases > 0 {
			r.Ratios = append(r.Ratios, Ratio{Of: of, A: e.A, B: e.B, Ratio: e.Ratio, Low: finite(e.Interval.Low),
				High: finite(e.Interval.High), Cases: e.Cases})
		}
	}
	r.decide()
	m := c.tallyB.Measured()
	m.Shared, m.Before, m.Live = c.sharedB.Measures(), c.tallyA.Measures(), c.live
	m.Pairs = c.all.pairs.Estimates()
	r.Gates = append(r.Gates, metric.Gates{Run: c.o.Gates}.OnCases(m)...)
	return r
}

// decide sets the verdict: that of the primary row alone.
func (r *Comparison) decide() {
	primary := r.Primary()
	if primary == nil {
		return
	}
	p := primary.P
	if primary.PHolm != nil {
		p = *primary.PHolm
	}
	higher, lower := "a", "b"
	if !metric.MoreIsBetter(primary.Metric) {
		higher, lower = lower, higher
	}
	if r.Until != nil {
		seen := primary.estimate.Sequential()
		r.Until.Evidence = math.Exp(seen.LogEvidence())
		r.Verdict = NotDecided
		if p <= paired.Alpha {
			r.Verdict = map[bool]string{true: lower, false: higher}[seen.OnlyB > seen.OnlyA]
		}
		return
	}
	r.Verdict = map[paired.Decision]string{paired.HigherA: higher, paired.HigherB: lower,
		paired.NotDecided: NotDecided}[primary.estimate.Decide(p)]
	r.Detectable = finite(primary.estimate.Detectable())
}

// Primary returns the row that decides; nil: no case has measured it in both runs.
func (r *Comparison) Primary() *Row {
	if len(r.Rows) == 0 || !r.Rows[0].Primary {
		return nil
	}
	return &r.Rows[0]
}

// Metrics returns the metrics that have rows.
func (r *Comparison) Metrics() []string {
	var all []string
	for i := range r.Rows {
		all = append(all, r.Rows[i].Metric)
	}
	return slices.Compact(all)
}

// Failing reports whether a gate fails or is open.
func (r *Comparison) Failing() bool {
	return slices.ContainsFunc(r.Gates, func(v metric.Verdict) bool { return !v.Holds && !v.Dropped })
}

// Adjust adjusts the verdicts of several comparisons with one run for their number.
func Adjust(all []*Comparison) {
	if len(all) < 2 {
		return
	}
	var primary []Row
	for _, c := range all {
		if row := c.Primary(); row != nil {
			primary = append(primary, *row)
		}
	}
	holm(primary, func(*Row) bool { return true })
	for _, c := range all {
		if row := c.Primary(); row != nil {
			row.PHolm, primary = primary[0].PHolm, primary[1:]
		}
		c.decide()
	}
}

// holm adjusts the p of some rows for their number.
func holm(all []Row, of func(*Row) bool) {
	var ps []float64
	for i := range all {
		if of(&all[i]) {
			ps = append(ps, all[i].P)
		}
	}
	adjusted := paired.Holm(ps)
	for i := range all {
		if of(&all[i]) {
			all[i].PHolm, adjusted = &adjusted[0], adjusted[1:]
		}
	}
}

// rows returns the rows of a part of the cases: the primary metric first, then the others by name.
func (c *collector) rows(of *part, name string) []Row {
	var all []Row
	for measure, e := range of.pairs.Estimates() {
		row := Row{Metric: measure, Part: name, Primary: measure == c.o.Metric && name == "", A: e.A, B: e.B,
			Difference: e.Difference, Low: finite(e.Interval.Low), High: finite(e.Interval.High),
			Pairs: e.Pairs, YesNo: e.YesNo, OnlyA: e.OnlyA, OnlyB: e.OnlyB, P: e.P, estimate: e}
		if c.until != nil {
			row.P = e.Sequential().P()
		}
		if !metric.MoreIsBetter(measure) {
			row.OnlyA, row.OnlyB = e.OnlyB, e.OnlyA
		}
		if fell := of.fallbacks[measure]; fell != nil {
			row.ByFallback = *fell
		}
		if e.Method == paired.Tango {
			row.WilsonA, row.WilsonB = wilson(e.A, e.Pairs), wilson(e.B, e.Pairs)
		}
		all = append(all, row)
	}
	slices.SortFunc(all, func(x, y Row) int {
		return cmp.Or(order(x.Primary, y.Primary), order(x.Metric == metric.Cases, y.Metric == metric.Cases),
			cmp.Compare(x.Metric, y.Metric))
	})
	return all
}

// order puts what is first before what is not.
func order(x, y bool) int {
	switch {
	case x == y:
		return 0
	case x:
		return -1
	}
	return 1
}

func wilson(share float64, n int) *[2]float64 {
	i := paired.Wilson(int(math.Round(share*float64(n))), n)
	return &[2]float64{i.Low, i.High}
}

// finite returns a bound; nil if there is none.
func finite(v float64) *float64 {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil
	}
	return &v
}
