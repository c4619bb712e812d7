package comparison

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/paired"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// collector collects pairs of cases. Its size does not grow with what the cases hold.
type collector struct {
	o       Options
	live    bool
	until   *Until // of both runs; nil: nothing stopped them
	pairs   int
	groups  map[uint64]bool
	leftOut map[string]int
	all     *part
	parts   map[string]*part
	ratios  []*paired.Ratio
	gained  []Turned // the first ones
	lost    []Turned

	tallyA, sharedB *metric.Tally // of the compared cases
	tallyB          *metric.Tally // also of those that did not finish
}

// part holds the pairs of some of the cases.
type part struct {
	pairs     *metric.Pairs
	fallbacks map[string]*Fallbacks
}

func newPart() *part {
	every := func(string) bool { return true }
	return &part{pairs: metric.NewPairs(every), fallbacks: map[string]*Fallbacks{}}
}

func newCollector(o Options) *collector {
	c := &collector{o: o, groups: map[uint64]bool{}, leftOut: map[string]int{}, all: newPart(),
		parts: map[string]*part{}, tallyA: metric.NewTally(nil), sharedB: metric.NewTally(nil),
		tallyB: metric.NewTally(nil)}
	for range ratios() {
		c.ratios = append(c.ratios, paired.NewRatio())
	}
	return c
}

// add adds a case in both runs; in one of them it may be nil. The case is the unit: of several samples it is the mean.
func (c *collector) add(a, b samples) error {
	for _, sample := range b {
		c.tallyB.Add(sample.Result)
	}
	if why := leftOut(a, b); why != "" {
		c.leftOut[why]++
		return c.writeLeftOut(a, b, why)
	}
	group := metric.Group(a[0].Result)
	c.pairs++
	c.groups[group] = true
	for _, sample := range a {
		c.tallyA.Add(sample.Result)
	}
	for _, sample := range b {
		c.sharedB.Add(sample.Result)
	}
	both := metric.Match(a.units(), b.units())
	shown := slices.DeleteFunc(slices.Clone(both), func(u metric.Both) bool { return !c.shown(u) })
	c.all.add(group, shown)
	c.addParts(group, a[0], shown)
	for i, of := range quantities() {
		c.ratios[i].AddCase(group, paired.Pair{A: a.mean(of), B: b.mean(of)})
	}
	return c.write(a, b, c.addTurned(a, b, both))
}

// addCovered adds what all cases of the compared suites reach: rows of coverage do not tell cases apart.
func (c *collector) addCovered(ctx context.Context, a, b *Side) error {
	names := [2]map[string]bool{{}, {}}
	for of, with := range c.o.Suites {
		names[0][of], names[1][with] = true, true
	}
	for i, s := range []*Side{a, b} {
		if s.folder == "" {
			continue
		}
		err := rows.ReadCoverage(ctx, s.folder, func(suite string, n coverage.Count) {
			switch {
			case len(c.o.Suites) > 0 && !names[i][suite]:
			case i == 0:
				c.tallyA.CountCovered(n)
			default:
				c.tallyB.CountCovered(n)
				c.sharedB.CountCovered(n)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// units returns the mean of the units of the samples that have finished.
func (s samples) units() []metric.Unit {
	var all [][]metric.Unit
	for _, sample := range s {
		if units := metric.Units(sample.Result); len(units) > 0 {
			all = append(all, units)
		}
	}
	return metric.MeanUnits(all)
}

// mean returns the mean of a quantity over the samples that have finished.
func (s samples) mean(of func(*rows.Case) float64) float64 {
	sum, n := 0.0, 0.0
	for _, sample := range s {
		if metric.Finished(sample.Result) {
			sum, n = sum+of(sample), n+1
		}
	}
	return sum / n
}

// passed returns how many of the samples are as expected, in words; of one, its status.
func (s samples) passed() string {
	if len(s) == 1 {
		return string(s[0].Status)
	}
	passed, finished := 0, 0
	for _, sample := range s {
		if metric.Finished(sample.Result) {
			finished++
		}
		if sample.Status == result.StatusOK {
			passed++
		}
	}
	return fmt.Sprintf("%d of %d ok", passed, finished)
}

// leftOut returns why a case is not compared; empty: it is, by the samples that have finished.
func leftOut(a, b samples) string {
	switch {
	case b == nil:
		return "only in A"
	case a == nil:
		return "only in B"
	}
	for _, s := range []samples{a, b} {
		finished := func(c *rows.Case) bool { return metric.Finished(c.Result) }
		switch c := s[0]; {
		case c.Status == result.StatusSkipped:
			return "skipped"
		case slices.ContainsFunc(s, func(c *rows.Case) bool { return metric.Quarantines(c.Result) }):
			return "in quarantine"
		case slices.ContainsFunc(s, finished):
		case unanswered(c):
			return "no answer of the server"
		default:
			return "did not finish"
		}
	}
	return ""
}

// unanswered reports whether a server gave no answer to a call of the case.
func unanswered(c *rows.Case) bool {
	if result.Unanswered(c.Errors) {
		return true
	}
	if c.Trace == nil {
		return false
	}
	for _, call := range c.Trace.Calls() {
		if !call.Judges() && call.Failure != nil && call.Origin.Source.Recorded() && call.Failure.Unanswered() {
			return true
		}
	}
	return false
}

// shown reports whether a unit belongs in the table: the primary metric, and shares that were compared with an
// expectation or a label. Their facets are too many, except kinds of labels.
func (c *collector) shown(u metric.Both) bool {
	if u.A == nil || u.B == nil {
		return false
	}
	name, facet, _ := strings.Cut(strings.TrimSuffix(u.A.Metric, "]"), "[")
	return u.A.Metric == c.o.Metric || u.A.Kind == score.Share && u.A.Expected && u.B.Expected &&
		(facet == "" || name == "routing.accuracy")
}

func (p *part) add(group uint64, both []metric.Both) {
	p.pairs.Add(group, both)
	for _, u := range both {
		f := p.fallbacks[u.A.Metric]
		if f == nil {
			f = &Fallbacks{}
			p.fallbacks[u.A.Metric] = f
		}
		if u.A.Fallback && u.A.Value > 0 {
			f.A++
		}
		if u.B.Fallback && u.B.Value > 0 {
			f.B++
		}
	}
}

// addParts adds the primary units to the parts that they belong to.
func (c *collector) addParts(group uint64, a *rows.Case, shown []metric.Both) {
	if c.o.By == "" {
		return
	}
	of := map[string][]metric.Both{}
	for _, u := range shown {
		if u.A.Metric == c.o.Metric {
			for _, name := range partsOf(c.o.By, a, u.A) {
				of[name] = append(of[name], u)
			}
		}
	}
	for name, units := range of {
		if c.parts[name] == nil {
			c.parts[name] = newPart()
		}
		c.parts[name].add(group, units)
	}
}

// partsOf returns the parts to which a unit belongs. A unit of a whole case belongs to each stage and label that the
// case has.
func partsOf(by string, c *rows.Case, u *metric.Unit) []string {
	var names []string
	switch by {
	case "suite":
		return []string{c.Suite}
	case "tag":
		names = slices.Clone(c.Tags)
	case "stage":
		if c.Trace != nil {
			for _, call := range c.Trace.Calls() {
				if u.Path == "" || u.Path == call.Path {
					names = append(names, call.Stage)
				}
			}
		}
	case "label":
		for i := range c.Scores {
			s := &c.Scores[i]
			if s.Scorer == "routing" && s.Want != "" && (u.Turn == "" || s.Turn == u.Turn) {
				names = append(names, s.Want)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// ratios names the quantities that are compared as ratios.
func ratios() []string { return []string{"time", "output_tokens", "prompt_tokens"} }

// quantities returns them for a case, without what its judges took; 0: unknown.
func quantities() []func(*rows.Case) float64 {
	sum := func(of func(*trace.Call) float64) func(*rows.Case) float64 {
		return func(c *rows.Case) (all float64) {
			if c.Trace == nil {
				return 0
			}
			for step := range c.Trace.Own() {
				if step.Call != nil {
					all += of(step.Call)
				}
			}
			return all
		}
	}
	return []func(*rows.Case) float64{
		sum(func(c *trace.Call) float64 { return float64(c.Took()) }),
		sum(func(c *trace.Call) float64 { return float64(c.Tokens.Output) }),
		sum(func(c *trace.Call) float64 { return float64(c.Tokens.Prompt) }),
	}
}

// addTurned notes the case if one run is better in it by the primary metric. It returns the first call with another
// answer.
func (c *collector) addTurned(a, b samples, both []metric.Both) (firstPath string) {
	var was, is float64
	for _, u := range both {
		if u.A != nil && u.B != nil && u.A.Metric == c.o.Metric {
			was, is = was+u.A.Value, is+u.B.Value
		}
	}
	if math.Abs(is-was) < paired.Rounding {
		return ""
	}
	t := Turned{Suite: a[0].Suite, Case: a[0].Case, From: number(was), To: number(is)}
	if c.o.Metric == metric.Cases {
		t.From, t.To = a.passed(), b.passed()
	}
	i := unlike(a, b)
	t.Sample = a[i].Sample
	t.FirstPath, t.DecidedA, t.DecidedB = firstDiffering(a[i].Answers, b[i].Answers)
	list := &c.lost
	if (is > was) == metric.MoreIsBetter(c.o.Metric) {
		list = &c.gained
	}
	if c.o.Turned < 0 || len(*list) < c.o.Turned {
		*list = append(*list, t)
	}
	return t.FirstPath
}

// unlike returns the first sample that ends otherwise in the other run; 0: there is none.
func unlike(a, b samples) int {
	for i := range min(len(a), len(b)) {
		if a[i].Status != b[i].Status && metric.Finished(a[i].Result) && metric.Finished(b[i].Result) {
			return i
		}
	}
	return 0
}

// turned returns the cases that turned, those in which B is worse first, as many as are to be kept.
func (c *collector) turned() []Turned {
	all := append(append([]Turned{}, c.lost...), c.gained...)
	if c.o.Turned >= 0 {
		all = all[:min(len(all), c.o.Turned)]
	}
	return all
}

func number(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// write passes on the rows of a case, for each sample that has finished in one of the runs.
func (c *collector) write(a, b samples, firstPath string) error {
	if c.o.Row == nil {
		return nil
	}
	for i := range max(len(a), len(b)) {
		for _, u := range metric.Match(a.unitsOf(i), b.unitsOf(i)) {
			either := u.A
			if either == nil {
				either = u.B
			}
			name, facet, _ := strings.Cut(strings.TrimSuffix(either.Metric, "]"), "[")
			row := rows.PairRow{Suite: a[0].Suite, Case: a[0].Case, Group: a[0].Group, Turn: either.Turn,
				Metric: name, Facet: facet, Sample: int32(i), FirstPath: firstPath}
			if u.A != nil {
				row.A, row.FallbackA, row.ReasonA = &u.A.Value, u.A.Fallback, u.A.Reason
			}
			if u.B != nil {
				row.B, row.FallbackB, row.ReasonB = &u.B.Value, u.B.Fallback, u.B.Reason
			}
			if err := c.o.Row(row); err != nil {
				return err
			}
		}
	}
	return nil
}

// unitsOf returns the units of a sample; nil: there is none.
func (s samples) unitsOf(sample int) []metric.Unit {
	if sample >= len(s) {
		return nil
	}
	return metric.Units(s[sample].Result)
}

func (c *collector) writeLeftOut(a, b samples, why string) error {
	if c.o.Row == nil {
		return nil
	}
	either := a
	if a == nil {
		either = b
	}
	of := either[0]
	return c.o.Row(rows.PairRow{Suite: of.Suite, Case: of.Case, Group: of.Group, Metric: metric.Cases, LeftOut: why})
}
