package reports

import (
	"cmp"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/suites"
)

// Overview is all that is told of a run in numbers. Its size does not grow with the number of cases.
type Overview struct {
	Summaries
	Skills Skills
	Gates  []suites.Verdict

	Orphans Orphans

	compared func(suite string) *suites.CallSizes
	tallies  []suiteTally
	largest  []prompt
}

type suiteTally struct {
	name string
	*suites.Tally
}

// prompt is the size of one call's prompt.
type prompt struct {
	suite, id, path, stage string
	tokens                 int
	estimated              bool
}

// mostLargest is how many of the largest prompts are told.
const mostLargest = 5

// NewOverview begins one. compared gives the older run that a suite's calls are compared with, nil where there is none.
func NewOverview(compared func(suite string) *suites.CallSizes) *Overview {
	return &Overview{compared: compared}
}

// Add counts one more result. Results of one suite come one behind the other.
func (o *Overview) Add(r *suites.Result) {
	o.Summaries.Add(r)
	o.Skills.Add(r)
	if n := len(o.tallies); n == 0 || o.tallies[n-1].name != r.Suite {
		var base *suites.CallSizes
		if o.compared != nil {
			base = o.compared(r.Suite)
		}
		o.tallies = append(o.tallies, suiteTally{r.Suite, suites.NewTally(base)})
	}
	o.tallies[len(o.tallies)-1].Add(r)
	if r.Trace == nil {
		return
	}
	for _, s := range r.Trace.Steps {
		if s.Call != nil {
			o.size(prompt{r.Suite, r.Case, s.Path, s.Call.Stage, s.Call.Tokens.Prompt, s.Call.Response.Usage.Prompt == 0})
		}
	}
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
func (o *Overview) Tally() *suites.Tally {
	total := suites.NewTally(nil)
	for _, t := range o.tallies {
		total.Merge(t.Tally)
	}
	o.Orphans.count(total)
	return total
}

// Finish notes how long the run took, and holds the gates against what it has measured. The baselines are those of the run and
// of each suite.
func (o *Overview) Finish(took time.Duration, gates suites.Gates, run []suites.Measure, ofSuite map[string][]suites.Measure) {
	o.Summaries.Finish(took)
	bySuite := map[string]suites.Measured{}
	for _, t := range o.tallies {
		bySuite[t.name] = suites.Measured{Now: t.Measures(), Before: ofSuite[t.name]}
	}
	o.Gates = gates.Judge(suites.Measured{Now: o.Tally().Measures(), Before: run}, bySuite)
}

// Failing says whether a gate does not hold.
func (o *Overview) Failing() bool {
	return slices.ContainsFunc(o.Gates, func(v suites.Verdict) bool { return !v.Holds && !v.Dropped })
}

// SuiteMeasures is what the cases of a suite have measured.
type SuiteMeasures struct {
	Suite    string           `json:"suite"`
	Measures []suites.Measure `json:"measures"`
}

// Measures are those of all suites, and of each of them in the order of the run.
func (o *Overview) Measures() (total []suites.Measure, bySuite []SuiteMeasures) {
	for _, t := range o.tallies {
		bySuite = append(bySuite, SuiteMeasures{t.name, t.Measures()})
	}
	return o.Tally().Measures(), bySuite
}
