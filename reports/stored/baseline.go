package stored

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Baseline is an older run compared with a run, over the cases of both.
type Baseline struct {
	Calls *metric.CallSizes // nil unless a gate needs them
	Live  bool              // it asked a model

	run    *Run
	tested []string                 // metrics of gates with a margin in points
	units  map[uint64][]metric.Unit // of these metrics, by suite and case
	suites map[string]*basis
	before map[string][]metric.Measure // cache
}

// basis is a baseline's part for one suite.
type basis struct {
	shared map[uint64]bool // its cases: whether the run has them too
	added  int             // cases of the run that it does not have
}

// ReadBaseline reads the names of some suites' cases from a run's folder and what gates compare with: the size of each
// call, and what each case adds to metrics that are tested. A partial run, or one with a case that could not run, is no
// baseline.
func ReadBaseline(ctx context.Context, folder string, names []string, gates []metric.Gate) (*Baseline, error) {
	run, err := readRun(folder)
	if err != nil {
		return nil, err
	}
	if err := run.whole(names); err != nil {
		return nil, fmt.Errorf("%s cannot be a baseline: %w", run.Name, err)
	}
	if err := run.checkMeasures(ctx); err != nil {
		return nil, err
	}
	b := &Baseline{run: run, suites: map[string]*basis{}, units: map[uint64][]metric.Unit{}, Live: run.Answers != nil}
	for _, g := range gates {
		if g.Points {
			b.tested = append(b.tested, g.Measure)
		}
	}
	for _, name := range names {
		b.suites[name] = &basis{shared: map[uint64]bool{}}
	}
	err = b.readCases(ctx)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(gates, metric.Gate.NeedsCalls) {
		b.Calls, err = readCallSizes(ctx, folder)
	}
	if err == nil && len(b.tested) > 0 {
		err = b.readUnits(ctx)
	}
	return b, err
}

// readUnits records what the cases of the compared suites add to the tested metrics.
func (b *Baseline) readUnits(ctx context.Context) error {
	all := metric.CaseUnits{Take: func(of *result.Result, units []metric.Unit) {
		key := metric.Key(of.Suite, of.Case)
		for _, u := range units {
			if slices.Contains(b.tested, u.Metric) {
				b.units[key] = append(b.units[key], u.Bare())
			}
		}
	}}
	defer all.End()
	return b.run.Cases(ctx, rows.With{Calls: true, Scores: true}, func(c *rows.Case) error {
		if b.suites[c.Suite] != nil {
			all.Add(c.Result)
		}
		return nil
	})
}

// Pairs returns an empty collection of what the run and the baseline have measured, for Pair.
func (b *Baseline) Pairs() *metric.Pairs {
	return metric.NewPairs(func(measure string) bool { return slices.Contains(b.tested, measure) })
}

// Pair adds a case of the run, with its units, to what both have measured.
func (b *Baseline) Pair(to *metric.Pairs, c *result.Result, units []metric.Unit) {
	if before := b.units[metric.Key(c.Suite, c.Case)]; len(before) > 0 {
		to.Add(metric.Group(c), metric.Match(before, units))
	}
}

// whole returns an error if the run lacks parts of some suites.
func (info *Info) whole(names []string) error {
	const again = "compare with a run of all cases"
	switch f := info.Filter; {
	case info.Shard != nil:
		return fmt.Errorf("it is shard %s of a run; %s", info.Shard, again)
	case info.Interrupted:
		return fmt.Errorf("it was interrupted; %s", again)
	case info.Until.Short():
		return fmt.Errorf("it asked %s, with --until decided; %s", info.Until, again)
	case info.Exit > 1:
		return fmt.Errorf("it ended with exit code %d, so some cases did not reach their end; %s", info.Exit, again)
	case f == nil:
		const words = "its %s is from an older version and does not say whether all cases ran; run them again"
		return fmt.Errorf(words, infoFile)
	case len(f.Cases) > 0:
		return fmt.Errorf("it ran with CASE %s; %s", strings.Join(f.Cases, " "), again)
	case len(f.Tags) > 0:
		return fmt.Errorf("it ran with --tag %s; %s", strings.Join(f.Tags, ","), again)
	case len(f.Keywords) > 0:
		return fmt.Errorf("it ran with -k %s; %s", strings.Join(f.Keywords, " -k "), again)
	case f.Failed != "":
		return fmt.Errorf("it ran with --failed; %s", again)
	case len(f.Stages) > 0:
		return fmt.Errorf("it ran with --stage %s; %s", strings.Join(f.Stages, ","), again)
	default:
		for _, name := range names {
			if !filter.Matches(f.Suites, name) {
				return fmt.Errorf("it ran with --suite %s, without %s; %s", strings.Join(f.Suites, ","), name, again)
			}
		}
	}
	return nil
}

// readCases records the cases of the compared suites.
func (b *Baseline) readCases(ctx context.Context) error {
	return eachCaseName(ctx, b.run.folder, func(suite, id string) {
		if of := b.suites[suite]; of != nil {
			of.shared[metric.Key(id)] = false
		}
	})
}

// Has registers a sample of a case of the run, and reports whether the baseline has it too. A nil Baseline has none.
func (b *Baseline) Has(suite, id string, sample int) bool {
	if b == nil || b.suites[suite] == nil {
		return false
	}
	of, key := b.suites[suite], metric.Key(id)
	if _, ok := of.shared[key]; !ok {
		if sample == 0 {
			of.added++
		}
		return false
	}
	of.shared[key] = true
	return true
}

// both reports whether the run had this case of the baseline.
func (b *Baseline) both(suite, id string) bool {
	of := b.suites[suite]
	return of != nil && of.shared[metric.Key(id)]
}

// Comparison counts the cases that the run and the baseline share.
func (b *Baseline) Comparison(suite string) Comparison {
	c := Comparison{Run: b.run.Name, Suite: suite}
	for _, of := range b.suites {
		c.Cases += of.added
		for _, shared := range of.shared {
			c.Before++
			if shared {
				c.Shared++
				c.Cases++
			}
		}
	}
	return c
}

// Before returns the baseline's measures of a suite, over the shared cases.
func (b *Baseline) Before(ctx context.Context, suite string) ([]metric.Measure, error) {
	if b == nil {
		return nil, nil
	}
	if b.before == nil {
		before, err := b.measures(ctx)
		if err != nil {
			return nil, err
		}
		b.before = before
	}
	return b.before[suite], nil
}

// measures computes the measures from the rows of the shared cases or, if these are all, reads those of the run.
func (b *Baseline) measures(ctx context.Context) (map[string][]metric.Measure, error) {
	before := map[string][]metric.Measure{}
	if b.sharesAll() {
		for _, s := range b.run.Suites {
			before[s.Suite] = s.Measures
		}
		return before, nil
	}
	tallies := map[string]*metric.Tally{}
	err := b.run.Cases(ctx, rows.With{Calls: true, Scores: true}, func(c *rows.Case) error {
		if b.both(c.Suite, c.Case) {
			if tallies[c.Suite] == nil {
				tallies[c.Suite] = metric.NewTally(nil)
			}
			tallies[c.Suite].Add(c.Result)
		}
		return nil
	})
	for _, s := range b.run.Suites {
		if t := tallies[s.Suite]; t != nil {
			before[s.Suite] = metric.WithCoverage(t.Measures(), s.Measures)
		}
	}
	return before, err
}

// sharesAll reports whether the run had every case of the baseline.
func (b *Baseline) sharesAll() bool {
	for _, of := range b.suites {
		for _, shared := range of.shared {
			if !shared {
				return false
			}
		}
	}
	return true
}
