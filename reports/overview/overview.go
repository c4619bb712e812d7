// Package overview sums up a run, case by case, and evaluates its gates.
package overview

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Overview is the summary of a run. Its size does not grow with the number of cases.
type Overview struct {
	Total   Summary
	Suites  []Suite // in the order of the run
	Largest []Prompt
	Counts  trace.Calibration // of prompts, by models
	Edits   edit.Groups       // edits: one group for each cause

	Unmerged    Unmerged
	Exit        int    // the exit code of the run, once it is known
	Interrupted bool   // unfinished cases were not counted
	Stopped     string // why the program itself interrupted the run; empty: it did not
	NoAnswer    int    // cases without an answer from a server
	CellsKept   int    // of the calls that were broken on purpose: those that an earlier command has broken

	Gates     []metric.Verdict
	Orphans   Orphans
	Edited    Edited
	Untested  Untested
	Baselines []stored.Comparison // of the gates

	ended    ended // the samples so far of the last case
	baseline func(suite string) *stored.Baseline
	restored bool // data known only to the run itself is from its run.json
}

// Suite is the summary of a suite.
type Suite struct {
	Name    string
	Summary Summary
	Tally   *metric.Tally

	base   *stored.Baseline  // for the suite; nil: none
	shared *metric.Tally     // of the cases that the baseline has too
	pairs  *metric.Pairs     // of these cases; nil: no baseline
	units  *metric.CaseUnits // for pairs
	live   bool              // a model was asked
}

// Prompt is the size of one call's prompt, in tokens.
type Prompt struct {
	Suite, Case, Path, Stage string
	Tokens                   int
	Estimated                bool
}

// mostLargest is how many of the largest prompts are kept.
const mostLargest = 5

// New returns an empty overview. baseline returns a suite's baseline or nil; it may be nil itself.
func New(baseline func(suite string) *stored.Baseline) *Overview {
	return &Overview{baseline: baseline}
}

// Add counts one more case, or sample of one. Samples of one case come one after the other.
func (o *Overview) Add(c *rows.Case) {
	if c.Sample == 0 {
		o.ended = ended{}
	}
	o.suite(c.Suite).add(c, o.ended)
	o.Total.add(c, o.ended)
	o.ended = o.ended.with(c)
	if c.Untested {
		o.Untested.Skipped++
	}
	if c.CellsKept {
		for i := range c.Cells {
			if c.Cells[i].Counts() {
				o.CellsKept++
			}
		}
	}
	o.Edits.Add(c.Suite, c.Case, c.Edits)
	o.Unmerged.add(c.Unmerged)
	if result.Unanswered(c.Errors) {
		o.NoAnswer++
	}
	if c.Trace == nil {
		return
	}
	for _, s := range c.Trace.Steps {
		if s.Call != nil {
			if !o.restored {
				o.Counts.Add(s.Call)
			}
			if c.Sample > 0 { // its prompts are those of the first
				continue
			}
			o.size(Prompt{c.Suite, c.Case, s.Path, s.Call.Stage, s.Call.Tokens.Prompt, s.Call.Usage().Prompt == 0})
		}
	}
}

// suite returns the suite of a name, most often the last one: only a drawn order mixes them.
func (o *Overview) suite(name string) *Suite {
	for i := range slices.Backward(o.Suites) {
		if o.Suites[i].Name == name {
			return &o.Suites[i]
		}
	}
	o.Suites = append(o.Suites, o.newSuite(name))
	return &o.Suites[len(o.Suites)-1]
}

func (o *Overview) newSuite(name string) Suite {
	s := Suite{Name: name, shared: metric.NewTally(nil)}
	var calls *metric.CallSizes
	if o.baseline != nil {
		if s.base = o.baseline(name); s.base != nil {
			base, pairs := s.base, s.base.Pairs()
			calls, s.pairs, s.live = base.Calls, pairs, base.Live
			s.units = &metric.CaseUnits{Take: func(of *result.Result, units []metric.Unit) {
				base.Pair(pairs, of, units)
			}}
		}
	}
	s.Tally = metric.NewTally(calls)
	return s
}

func (s *Suite) add(c *rows.Case, was ended) {
	s.Summary.add(c, was)
	s.Tally.Add(c.Result)
	if s.base.Has(c.Suite, c.Case, c.Sample) {
		s.shared.Add(c.Result)
		s.units.Add(c.Result)
	}
	s.live = s.live || c.Live
}

// measured returns the suite's measures and its baseline.
func (s *Suite) measured(ctx context.Context) (metric.Measured, error) {
	m := s.Tally.Measured()
	m.Shared, m.Live = metric.WithCoverage(s.shared.Measures(), m.Now), s.live
	if s.pairs != nil {
		s.units.End()
		m.Pairs = s.pairs.Estimates()
	}
	var err error
	m.Before, err = s.base.Before(ctx, s.Name)
	return m, err
}

// size keeps the largest prompts; among equals, the first.
func (o *Overview) size(p Prompt) {
	if len(o.Largest) == mostLargest && p.Tokens <= o.Largest[mostLargest-1].Tokens {
		return
	}
	i, _ := slices.BinarySearchFunc(o.Largest, p, func(a, b Prompt) int {
		if a.Tokens == b.Tokens {
			return -1 // after those of its size
		}
		return cmp.Compare(b.Tokens, a.Tokens)
	})
	o.Largest = slices.Insert(o.Largest, i, p)
	o.Largest = o.Largest[:min(len(o.Largest), mostLargest)]
}

// Groups returns the edits, in the order of reach, with tokens scaled to the counts of the run's models.
func (o *Overview) Groups() []edit.Group {
	groups := o.Edits.List()
	for i := range groups {
		groups[i].Tokens = o.Counts.Scale(groups[i].Tokens)
	}
	return groups
}

// Growth returns the number of tokens that the edits of groups add to the prompts in total, and their share of the
// earlier prompts; 0: unknown.
func (o *Overview) Growth(groups []edit.Group) (tokens int, share float64) {
	for i := range groups {
		tokens += groups[i].Tokens
	}
	if before := o.Total.Tokens.Prompt - tokens; before > 0 {
		share = float64(tokens) / float64(before)
	}
	return tokens, share
}

// Tally returns the tally of all suites.
func (o *Overview) Tally() *metric.Tally {
	total := metric.NewTally(nil)
	for _, s := range o.Suites {
		total.Merge(s.Tally)
	}
	o.Orphans.count(total)
	o.Untested.count(total)
	o.Edited.count(total)
	return total
}

// Flaky returns the first cases of which some samples pass and others fail, and how many there are.
func (o *Overview) Flaky() (first []metric.Flaky, cases int) {
	for _, s := range o.Suites {
		of, n := s.Tally.Flaky()
		first, cases = append(first, of...), cases+n
	}
	return first, cases
}

// Finish records the duration of the run, and evaluates the gates on its measures.
func (o *Overview) Finish(ctx context.Context, took time.Duration, gates metric.Gates) error {
	o.Total.Seconds = took.Seconds()
	bySuite := map[string]metric.Measured{}
	total := o.Tally().Measured()
	for i := range o.Suites {
		s := &o.Suites[i]
		m, err := s.measured(ctx)
		if err != nil {
			return err
		}
		bySuite[s.Name] = m
		total.Shared, total.Before = metric.Sums(total.Shared, m.Shared), metric.Sums(total.Before, m.Before)
	}
	o.Gates = gates.Evaluate(total, bySuite)
	return nil
}

// Restore adds the data of a stored run that its cases lack: duration, end, gates and baselines.
func (o *Overview) Restore(info *stored.Info) {
	o.Total.Seconds, o.Gates, o.Baselines = info.Seconds, info.Gates, info.Baselines
	o.Untested = Untested{Skipped: info.Uncompared, NotDriven: info.NotDriven}
	o.Exit, o.Interrupted, o.Counts, o.restored = info.Exit, info.Interrupted, info.TokenCounts, true
}

// CountCovered counts what the cases of a suite of a stored run reach of something.
func (o *Overview) CountCovered(suite string, c coverage.Count) { o.suite(suite).Tally.CountCovered(c) }

// Broken returns how many calls were broken on purpose, one at a time.
func (o *Overview) Broken() int {
	n := 0.0
	for _, s := range o.Suites {
		for _, m := range s.Tally.Measures() {
			if m.Name == "faults.cells" {
				n += m.Value
			}
		}
	}
	return int(n)
}

// Failing reports whether a gate fails.
func (o *Overview) Failing() bool {
	return slices.ContainsFunc(o.Gates, func(v metric.Verdict) bool { return !v.Holds && !v.Dropped })
}

// Empty reports whether there was no case, and no golden of one.
func (o *Overview) Empty() bool { return o.Total.Cases == 0 && o.Total.Prompts.Differ() == 0 }

// Measures returns the measures of all suites, and of each in the order of the run.
func (o *Overview) Measures() (total []metric.Measure, bySuite []stored.SuiteMeasures) {
	for _, s := range o.Suites {
		bySuite = append(bySuite, stored.SuiteMeasures{Suite: s.Name, Measures: s.Tally.Measures()})
	}
	return o.Tally().Measures(), bySuite
}
