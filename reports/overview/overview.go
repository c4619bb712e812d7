// Package overview counts what a run comes to, case by case, and holds its gates against that.
package overview

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Overview is a run in numbers. Its size does not grow with the number of cases.
type Overview struct {
	Total   Summary
	Suites  []Suite // in the order of the run
	Largest []Prompt
	Counts  trace.Calibration // of prompts, by models
	Edits   edit.Groups       // what was edited: one group for each cause

	Unmerged    Unmerged
	Exit        int    // the exit code of the run, once it is known
	Interrupted bool   // cases that had not ended were not counted
	Stopped     string // why the program itself has interrupted the run; empty: it has not
	NoAnswer    int    // cases that a server has left without an answer

	Gates     []metric.Verdict
	Orphans   Orphans
	Untested  Untested
	Baselines []stored.Comparison // with which the gates compare

	baseline func(suite string) *stored.Baseline
	restored bool // what only the run itself could know is from its run.json
}

// Suite is a suite in numbers.
type Suite struct {
	Name    string
	Summary Summary
	Tally   *metric.Tally

	base   *stored.Baseline // that the suite is compared with; nil: none
	shared *metric.Tally    // of the cases that the baseline has too
}

// Prompt is the size of one call's prompt, in tokens.
type Prompt struct {
	Suite, Case, Path, Stage string
	Tokens                   int
	Estimated                bool
}

// mostLargest is how many of the largest prompts are told.
const mostLargest = 5

// New begins an overview. baseline gives the older run that a suite is compared with, nil where there is none; it may
// be nil itself.
func New(baseline func(suite string) *stored.Baseline) *Overview {
	return &Overview{baseline: baseline}
}

// Add counts one more case. Cases of one suite come one behind the other.
func (o *Overview) Add(c *rows.Case) {
	if n := len(o.Suites); n == 0 || o.Suites[n-1].Name != c.Suite {
		o.Suites = append(o.Suites, o.newSuite(c.Suite))
	}
	o.Suites[len(o.Suites)-1].add(c)
	o.Total.add(c)
	if c.Untested {
		o.Untested.Skipped++
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
			o.size(Prompt{c.Suite, c.Case, s.Path, s.Call.Stage, s.Call.Tokens.Prompt, s.Call.Usage().Prompt == 0})
		}
	}
}

func (o *Overview) newSuite(name string) Suite {
	s := Suite{Name: name, shared: metric.NewTally(nil)}
	var calls *metric.CallSizes
	if o.baseline != nil {
		if s.base = o.baseline(name); s.base != nil {
			calls = s.base.Calls
		}
	}
	s.Tally = metric.NewTally(calls)
	return s
}

func (s *Suite) add(c *rows.Case) {
	s.Summary.add(c)
	s.Tally.Add(c.Result)
	if s.base.Has(c.Suite, c.Case) {
		s.shared.Add(c.Result)
	}
}

// measured returns what the suite has measured, beside its baseline.
func (s *Suite) measured(ctx context.Context) (metric.Measured, error) {
	m := s.Tally.Measured()
	m.Shared = s.shared.Measures()
	var err error
	m.Before, err = s.base.Before(ctx, s.Name)
	return m, err
}

// size keeps the largest prompts, of equal ones the first.
func (o *Overview) size(p Prompt) {
	if len(o.Largest) == mostLargest && p.Tokens <= o.Largest[mostLargest-1].Tokens {
		return
	}
	i, _ := slices.BinarySearchFunc(o.Largest, p, func(a, b Prompt) int {
		if a.Tokens == b.Tokens {
			return -1 // behind those of its size
		}
		return cmp.Compare(b.Tokens, a.Tokens)
	})
	o.Largest = slices.Insert(o.Largest, i, p)
	o.Largest = o.Largest[:min(len(o.Largest), mostLargest)]
}

// Groups returns what was edited, in the order of reach. Their tokens are what the run's models would count.
func (o *Overview) Groups() []edit.Group {
	groups := o.Edits.List()
	for i := range groups {
		groups[i].Tokens = o.Counts.Scale(groups[i].Tokens)
	}
	return groups
}

// Growth returns how many tokens the edits of groups have added to the prompts, all of them together, and which share
// that is of what the prompts had before; 0: that is not known.
func (o *Overview) Growth(groups []edit.Group) (tokens int, share float64) {
	for i := range groups {
		tokens += groups[i].Tokens
	}
	if before := o.Total.Tokens.Prompt - tokens; before > 0 {
		share = float64(tokens) / float64(before)
	}
	return tokens, share
}

// Tally is that of all suites.
func (o *Overview) Tally() *metric.Tally {
	total := metric.NewTally(nil)
	for _, s := range o.Suites {
		total.Merge(s.Tally)
	}
	o.Orphans.count(total)
	o.Untested.count(total)
	return total
}

// Finish notes how long the run took, and holds the gates against what it has measured.
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

// Restore takes from a stored run what its cases do not tell: how long it took, how it ended, its gates and baselines.
func (o *Overview) Restore(info *stored.Info) {
	o.Total.Seconds, o.Gates, o.Baselines = info.Seconds, info.Gates, info.Baselines
	o.Untested = Untested{Skipped: info.Uncompared, NotDriven: info.NotDriven}
	o.Exit, o.Interrupted, o.Counts, o.restored = info.Exit, info.Interrupted, info.TokenCounts, true
}

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

// Failing reports whether a gate does not hold.
func (o *Overview) Failing() bool {
	return slices.ContainsFunc(o.Gates, func(v metric.Verdict) bool { return !v.Holds && !v.Dropped })
}

// Empty reports whether there was no case, and no golden of one.
func (o *Overview) Empty() bool { return o.Total.Cases == 0 && o.Total.Prompts.Differ() == 0 }

// Measures are those of all suites, and of each of them in the order of the run.
func (o *Overview) Measures() (total []metric.Measure, bySuite []stored.SuiteMeasures) {
	for _, s := range o.Suites {
		bySuite = append(bySuite, stored.SuiteMeasures{Suite: s.Name, Measures: s.Tally.Measures()})
	}
	return o.Tally().Measures(), bySuite
}
