package overview

import (
	"cmp"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Summary holds the numbers of a run. Its JSON is what `run --format json` prints.
type Summary struct {
	Cases     int             `json:"cases"`
	Calls     int             `json:"calls"`
	Failed    int             `json:"failed"` // cases with an error or a failed expectation
	Prompts   Prompts         `json:"prompts"`
	Stale     int             `json:"stale"`   // calls answered by the recording of another request
	Moved     int             `json:"moved"`   // calls answered by a recording at another path
	Carried   int             `json:"carried"` // calls with an old answer kept by a person
	Fallbacks []FallbackCount `json:"fallbacks"`
	Tokens    trace.Tokens    `json:"tokens"`
	Seconds   float64         `json:"seconds"`

	Quarantined int `json:"quarantined,omitempty"` // cases in quarantine that fail

	Errors     int   `json:"-"` // cases that did not finish
	Bugs       int   `json:"-"` // of them: not the case's mistake
	Skipped    int   `json:"-"`
	Imported   int   `json:"-"`              // calls answered from elsewhere
	Scripted   int   `json:"-"`              // calls answered by a person's words
	Otherwise  int   `json:"-"`              // of them: by the suite's otherwise
	Open       int   `json:"-"`              // calls at which a recording ends
	Live       int   `json:"live,omitempty"` // calls that a server answered in this run
	Thought    int   `json:"-"`              // answers whose content began with thoughts
	Asked      Asked `json:"asked,omitzero"`
	Unanswered int   `json:"tools_unanswered,omitempty"` // tool calls for which neither case nor system had a result
	Forms      int   `json:"forms,omitempty"`            // files of requests in providers' forms that differ
	Pending    int   `json:"-"`                          // cases whose changes wait for review
	Differing  int   `json:"-"`                          // cases with prompts that are not as their goldens
	Conflicted int   `json:"conflicted,omitempty"`       // cases whose goldens hold a merge conflict
}

// Prompts counts calls by the status of their messages arrays.
type Prompts struct {
	Unchanged int `json:"unchanged"`
	Changed   int `json:"changed"`
	New       int `json:"new"`
	Missing   int `json:"missing"`

	NotCompared int `json:"not_compared,omitempty"` // of calls that depend on a server's answer
	Conflicted  int `json:"conflicted,omitempty"`   // of goldens that hold a merge conflict
}

// Differ returns the number of calls that differ from their goldens.
func (p Prompts) Differ() int { return p.Changed + p.New + p.Missing + p.Conflicted }

// FallbackCount counts how often a stage took its fallback for a reason.
type FallbackCount struct {
	Stage  string          `json:"stage"`
	Reason pipeline.Reason `json:"reason"`
	Count  int             `json:"count"`
}

// add counts one more case, or one more sample of a case whose samples so far ended so.
func (s *Summary) add(c *rows.Case, was ended) {
	s.addStatus(was, was.with(c))
	if c.Pending != "" {
		s.Pending++
	}
	if c.Sums.Differ() > 0 {
		s.Differing++
	}
	if c.Sums.Conflicted > 0 {
		s.Conflicted++
	}
	s.addSums(&c.Sums)
	s.addFallbacks(c)
	s.Asked.add(c)
}

// Merge adds the numbers of other cases, except durations: they may have run concurrently.
func (s *Summary) Merge(other *Summary) {
	for _, n := range []struct {
		to   *int
		from int
	}{
		{&s.Cases, other.Cases}, {&s.Calls, other.Calls}, {&s.Failed, other.Failed}, {&s.Stale, other.Stale},
		{&s.Prompts.Unchanged, other.Prompts.Unchanged}, {&s.Prompts.Changed, other.Prompts.Changed},
		{&s.Prompts.New, other.Prompts.New}, {&s.Prompts.Missing, other.Prompts.Missing},
		{&s.Moved, other.Moved}, {&s.Carried, other.Carried}, {&s.Tokens.Prompt, other.Tokens.Prompt},
		{&s.Tokens.Output, other.Tokens.Output}, {&s.Tokens.Estimated, other.Tokens.Estimated},
		{&s.Errors, other.Errors}, {&s.Bugs, other.Bugs}, {&s.Skipped, other.Skipped}, {&s.Imported, other.Imported},
		{&s.Scripted, other.Scripted}, {&s.Otherwise, other.Otherwise}, {&s.Open, other.Open}, {&s.Forms, other.Forms},
		{&s.Pending, other.Pending}, {&s.Differing, other.Differing}, {&s.Live, other.Live},
		{&s.Thought, other.Thought}, {&s.Unanswered, other.Unanswered},
		{&s.Prompts.NotCompared, other.Prompts.NotCompared}, {&s.Prompts.Conflicted, other.Prompts.Conflicted},
		{&s.Conflicted, other.Conflicted}, {&s.Quarantined, other.Quarantined},
	} {
		*n.to += n.from
	}
	for _, f := range other.Fallbacks {
		s.addFallback(f)
	}
	s.Asked.merge(other.Asked)
}

func (s *Summary) addSums(row *rows.Sums) {
	s.Forms += int(row.Forms)
	s.Prompts.Unchanged += int(row.Unchanged)
	s.Prompts.Changed += int(row.Changed)
	s.Prompts.New += int(row.New)
	s.Prompts.Missing += int(row.Missing)
	s.Calls += int(row.Calls)
	s.Tokens.Prompt += int(row.TokensPrompt)
	s.Tokens.Output += int(row.TokensOutput)
	s.Tokens.Estimated += int(row.TokensEstimated)
	s.Open += int(row.Missed)
	s.Prompts.NotCompared += int(row.NotCompared)
	s.Prompts.Conflicted += int(row.Conflicted)
	s.Live += int(row.Live)
	s.Thought += int(row.Thought)
	s.Unanswered += int(row.Unanswered)
	s.Stale += int(row.Stale)
	s.Moved += int(row.Moved)
	s.Carried += int(row.Carried)
	s.Imported += int(row.Imported)
	s.Scripted += int(row.Scripted)
	s.Otherwise += int(row.Otherwise)
}

// addFallbacks counts the fallbacks of a case, except one that a server answers and that did not finish: its fallbacks
// say nothing about the model.
func (s *Summary) addFallbacks(c *rows.Case) {
	if c.Live && c.Status == result.StatusError {
		return
	}
	for _, f := range c.Sums.Fallbacks {
		s.addFallback(FallbackCount{f.Stage, pipeline.Reason(f.Reason), 1})
	}
}

// ended says how a case ended, of which some samples may have run: each number is 0 or 1.
type ended struct{ cases, failed, errors, bugs, skipped, quarantined int }

// with returns how the case ended with one more sample: it fails if any sample does.
func (e ended) with(c *rows.Case) ended {
	if c.Status != result.StatusOrphan {
		e.cases = 1
	}
	switch {
	case c.Status == result.StatusFailed && metric.Quarantines(c.Result):
		e.quarantined = 1
	case c.Status == result.StatusFailed:
		e.failed = 1
	case c.Status == result.StatusError:
		e.failed, e.errors = 1, 1
		if c.Bug {
			e.bugs = 1
		}
	case c.Status == result.StatusSkipped:
		e.skipped = 1
	}
	return e
}

// addStatus counts what a case's end has changed by.
func (s *Summary) addStatus(was, is ended) {
	s.Cases += is.cases - was.cases
	s.Failed += is.failed - was.failed
	s.Errors += is.errors - was.errors
	s.Bugs += is.bugs - was.bugs
	s.Skipped += is.skipped - was.skipped
	s.Quarantined += is.quarantined - was.quarantined
}

// addFallback keeps the counts in the order of stage and reason.
func (s *Summary) addFallback(f FallbackCount) {
	i, found := slices.BinarySearchFunc(s.Fallbacks, f, func(a, b FallbackCount) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Reason, b.Reason))
	})
	if !found {
		s.Fallbacks = slices.Insert(s.Fallbacks, i, f)
		return
	}
	s.Fallbacks[i].Count += f.Count
}
