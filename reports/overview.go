package reports

import (
	"cmp"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Overview is all that is told of a run in numbers. Its size does not grow with the number of cases.
type Overview struct {
	Summaries
	Skills Skills
	Gates  []metric.Verdict

	Orphans   Orphans
	Baselines []Comparison // with which the gates compare

	baseline func(suite string) *Baseline
	tallies  []suiteTally
	largest  []prompt
}

type suiteTally struct {
	name string
	*metric.Tally
	base   *Baseline     // that the suite is compared with; nil: none
	shared *metric.Tally // of the cases that the baseline has too
}

// prompt is the size of one call's prompt.
type prompt struct {
	suite, id, path, stage string
	tokens                 int
	estimated              bool
}

// mostLargest is how many of the largest prompts are told.
const mostLargest = 5

// NewOverview begins one. baseline gives the older run that a suite is compared with, nil where there is none.
func NewOverview(baseline func(suite string) *Baseline) *Overview {
	return &Overview{baseline: baseline}
}

// Add counts one more result. Results of one suite come one behind the other.
func (o *Overview) Add(r *result.Result) {
	o.Summaries.Add(r)
	o.Skills.Add(r)
	if n := len(o.tallies); n == 0 || o.tallies[n-1].name != r.Suite {
		o.tallies = append(o.tallies, o.newTally(r.Suite))
	}
	o.tallies[len(o.tallies)-1].add(r)
	if r.Trace == nil {
		return
	}
	for _, s := range r.Trace.Steps {
		if s.Call != nil {
			o.size(prompt{r.Suite, r.Case, s.Path, s.Call.Stage, s.Call.Tokens.Prompt, s.Call.Usage().Prompt == 0})
		}
	}
}

func (o *Overview) newTally(suite string) suiteTally {
	t := suiteTally{name: suite, shared: metric.NewTally(nil)}
	var calls *metric.CallSizes
	if o.baseline != nil {
		if t.base = o.baseline(suite); t.base != nil {
			calls = t.base.Calls
		}
	}
	t.Tally = metric.NewTally(calls)
	return t
}

func (t *suiteTally) add(r *result.Result) {
	t.Add(r)
	if t.base.Has(r.Suite, r.Case) {
		t.shared.Add(r)
	}
}

// measured is what the suite has measured, beside its baseline.
func (t *suiteTally) measured() (metric.Measured, error) {
	m := t.Measured()
	m.Shared = t.shared.Measures()
	var err error
	m.Before, err = t.base.Before(t.name)
	return m, err
}

// size keeps the largest prompts, of equal ones the first.
func (o *Overview) size(p prompt) {
	if len(o.largest) == mostLargest && p.tokens <= o.largest[mostLargest-1].tokens {
		return
	}
	i, _ := slices.BinarySearchFunc(o.largest, p, func(a, b prompt) int {
		if a.tokens == b.tokens {
			return -1 // behind those of its size
		}
		return cmp.Compare(b.tokens, a.tokens)
	})
	o.largest = slices.Insert(o.largest, i, p)
	o.largest = o.largest[:min(len(o.largest), mostLargest)]
}

// Tally is that of all suites.
func (o *Overview) Tally() *metric.Tally {
	total := metric.NewTally(nil)
	for _, t := range o.tallies {
		total.Merge(t.Tally)
	}
	o.Orphans.count(total)
	return total
}

// Finish notes how long the run took, and holds the gates against what it has measured.
func (o *Overview) Finish(took time.Duration, gates metric.Gates) error {
	o.Summaries.Finish(took)
	bySuite := map[string]metric.Measured{}
	total := o.Tally().Measured()
	for i := range o.tallies {
		t := &o.tallies[i]
		m, err := t.measured()
		if err != nil {
			return err
		}
		bySuite[t.name] = m
		total.Shared, total.Before = metric.Sums(total.Shared, m.Shared), metric.Sums(total.Before, m.Before)
	}
	o.Gates = gates.Judge(total, bySuite)
	return nil
}

// Failing reports whether a gate does not hold.
func (o *Overview) Failing() bool {
	return slices.ContainsFunc(o.Gates, func(v metric.Verdict) bool { return !v.Holds && !v.Dropped })
}

// SuiteMeasures is what the cases of a suite have measured.
type SuiteMeasures struct {
	Suite    string           `json:"suite"`
	Measures []metric.Measure `json:"measures"`
}

// Measures are those of all suites, and of each of them in the order of the run.
func (o *Overview) Measures() (total []metric.Measure, bySuite []SuiteMeasures) {
	for _, t := range o.tallies {
		bySuite = append(bySuite, SuiteMeasures{t.name, t.Measures()})
	}
	return o.Tally().Measures(), bySuite
}
