// Package score holds what happened in a case against its expectations and labels, and measures what needs none.
package score

import (
	"strings"
)

// Score is one measure of one case. Its name is Scorer.Metric.
type Score struct {
	Scorer string // routing, planning, skills, retrieval, tools, answer, turn, fallbacks, learning, cost, context
	Metric string
	Facet  string // what scores of this name are told apart by: a stage, hard or soft; empty: nothing
	Turn   string // the place of the turn; empty: the whole case
	Path   string // of the call or the place that it is about; empty: the whole case
	Line   int    // of the case's file: where the turn begins
	Unit   Unit

	Value      float64
	Unmeasured bool    // nobody can say: Reason says why
	Estimate   float64 // of tokens: what Value would be if no model had counted any; two runs compare by it
	Estimated  bool    // Value holds estimates

	Expected   bool   // held against an expectation or a label: Holds counts
	Required   bool   // an expectation: the case fails when it does not hold
	Holds      bool   // as expected
	Want       string // what was expected
	Got        string
	Reason     string   // in words
	Others     []string // besides Want, what is as right as it
	Provenance []string // what the answers behind it are: stale, carried, …; see trace.ProvenanceKinds
}

// Name returns what gates and tables call the score.
func (s *Score) Name() string { return s.Scorer + "." + s.Metric }

// Unit is what a score counts. Shares and similarities are averaged, all others are summed up.
type Unit string

// The units of scores.
const (
	Share      Unit = "share"      // from 0 to 1
	Similarity Unit = "similarity" // from -1 to 1
	Count      Unit = "count"
	TokenCount Unit = "tokens"
	Nanos      Unit = "ns"
	Money      Unit = "money" // in the currency of the suite's prices
)

// Averaged reports whether many scores come to their mean, not to their sum.
func (u Unit) Averaged() bool { return u == Share || u == Similarity }

// assertion is an expectation that was held against what happened.
type assertion struct {
	metric    string // SCORER.METRIC
	path      string // of the call or the place that it is about; empty: the whole case
	holds     bool
	want, got string
	reason    string // what a person reads when it does not hold
}

// score makes a share of 0 or 1 of it.
func (a assertion) score() Score {
	s := share(a.metric, a.path, 0, a.reason)
	s.Expected, s.Holds, s.Want, s.Got = true, a.holds, a.want, a.got
	if a.holds {
		s.Value, s.Reason = 1, "as expected"
	}
	return s
}

// undecided returns a score of what nobody knows: it is not measured, and fails no case.
func (a assertion) undecided(reason string) Score {
	s := share(a.metric, a.path, 0, reason)
	s.Unmeasured, s.Want, s.Got = true, a.want, a.got
	return s
}

// share makes a score that fails no case: a measure from 0 to 1. name is SCORER.METRIC.
func share(name, path string, value float64, reason string) Score {
	scorer, metric, _ := strings.Cut(name, ".")
	return Score{Scorer: scorer, Metric: metric, Path: path, Unit: Share, Value: value, Reason: reason}
}

// count makes a measure of how often something happened. name is SCORER.METRIC.
func count(name, path string, n int, reason string) Score {
	s := share(name, path, float64(n), reason)
	s.Unit = Count
	return s
}

// list names things for a reason.
func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
