// Package comparison compares two runs case by case: which is better, by how much, and which cases turned.
package comparison

import (
	"cmp"
	"context"
	"maps"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
)

// Comparison compares run B with run A. Its JSON is what `compare --format json` prints. Shares, differences and bounds
// are fractions; differences are B − A.
type Comparison struct {
	A          Run              `json:"a"`
	B          Run              `json:"b"`
	Pairs      int              `json:"pairs"`  // cases that both runs finished
	Groups     int              `json:"groups"` // of these cases
	LeftOut    []LeftOut        `json:"left_out"`
	Rows       []Row            `json:"rows"`
	Ratios     []Ratio          `json:"ratios"`
	Verdict    string           `json:"verdict"`    // a, b or not decided
	Detectable *float64         `json:"detectable"` // the smallest difference that such cases are likely to show
	Turned     []Turned         `json:"turned"`     // the first ones, or all: those in which B is worse, then the others
	Better     int              `json:"turned_better"`
	Worse      int              `json:"turned_worse"`
	Gates      []metric.Verdict `json:"gates"`
}

// NotDecided is the verdict where neither run is shown to be better.
const NotDecided = "not decided"

// Run says what one side is.
type Run struct {
	Run    string         `json:"run"`
	Suites []string       `json:"suites,omitempty"` // that were paired by name; none: all
	Model  string         `json:"model,omitempty"`  // that was asked: ollama:NAME
	Models []stored.Model `json:"models,omitempty"`
}

// LeftOut counts cases that are not compared, by reason.
type LeftOut struct {
	Reason string `json:"reason"`
	Cases  int    `json:"cases"`
}

// Row compares a metric.
type Row struct {
	Metric     string      `json:"metric"`
	Part       string      `json:"part,omitempty"` // of the cases, by what --by names
	Primary    bool        `json:"primary"`
	A          float64     `json:"a"`
	B          float64     `json:"b"`
	Difference float64     `json:"difference"`
	Low        *float64    `json:"low"` // of the 95% interval of the difference; null: too few cases
	High       *float64    `json:"high"`
	Method     string      `json:"method"`             // of the interval
	WilsonA    *[2]float64 `json:"wilson_a,omitempty"` // 95% intervals of A and of B alone
	WilsonB    *[2]float64 `json:"wilson_b,omitempty"`
	Pairs      int         `json:"pairs"`
	OnlyA      int         `json:"only_a"` // cases in which A is better: of right and wrong, only A is right
	OnlyB      int         `json:"only_b"`
	P          float64     `json:"p"`
	PHolm      *float64    `json:"p_holm"` // null: nothing to adjust
	ByFallback Fallbacks   `json:"by_fallback"`

	estimate paired.Estimate
}

// Fallbacks counts the values above 0 that rest on a fallback.
type Fallbacks struct {
	A int `json:"a"`
	B int `json:"b"`
}

// Ratio compares a positive quantity of a case, such as its time.
type Ratio struct {
	Of    string   `json:"of"` // time (ns), output_tokens, prompt_tokens
	A     float64  `json:"a"`  // means
	B     float64  `json:"b"`
	Ratio float64  `json:"ratio"` // geometric mean of B over A
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Cases int      `json:"cases"`
}

// Turned is a case in which one run is better by the primary metric.
type Turned struct {
	Suite     string `json:"suite"`
	Case      string `json:"case"`
	From      string `json:"from"` // in A: ok or failed, or the metric's value
	To        string `json:"to"`
	FirstPath string `json:"first_path"` // the first call with another answer; empty: none
	DecidedA  string `json:"decided_a,omitempty"`
	DecidedB  string `json:"decided_b,omitempty"`
}

// Options say what is compared.
type Options struct {
	Metric string            // the primary one
	By     string            // suite, tag, stage or label: rows of the primary metric by it; empty: none
	Suites map[string]string // suites of B by those of A: only these; none: all, by their names
	Gates  []metric.Gate
	Turned int // the most cases that turned to keep; negative: all

	// Row receives what pairs.parquet holds; nil: nothing does
	Row func(rows.PairRow) error
}

// Compare compares B with A, case by case.
func Compare(ctx context.Context, a, b *Side, o Options) (*Comparison, error) {
	c := newCollector(o)
	c.live = a.live || b.live
	if err := join(ctx, a, b, o.Suites, c.add); err != nil {
		return nil, err
	}
	all := c.result()
	all.A, all.B = a.Run, b.Run
	for _, of := range slices.Sorted(maps.Keys(o.Suites)) {
		all.A.Suites, all.B.Suites = append(all.A.Suites, of), append(all.B.Suites, o.Suites[of])
	}
	return all, nil
}

// result returns what was collected.
func (c *collector) result() *Comparison {
	r := &Comparison{Pairs: c.pairs, Groups: len(c.groups), Turned: c.turned(), Better: c.better, Worse: c.worse,
		LeftOut: []LeftOut{}, Rows: []Row{}, Ratios: []Ratio{}, Gates: []metric.Verdict{}, Verdict: NotDecided}
	for _, reason := range slices.Sorted(maps.Keys(c.leftOut)) {
		r.LeftOut = append(r.LeftOut, LeftOut{reason, c.leftOut[reason]})
	}
	r.Rows = append(c.rows(c.all, ""), r.Rows...)
	for _, part := range slices.Sorted(maps.Keys(c.parts)) {
		r.Rows = append(r.Rows, c.rows(c.parts[part], part)...)
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
	r.Verdict = map[paired.Decision]string{paired.BetterA: "a", paired.BetterB: "b",
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
			Method: string(e.Method), Pairs: e.Pairs, OnlyA: e.OnlyA, OnlyB: e.OnlyB, P: e.P, estimate: e}
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
