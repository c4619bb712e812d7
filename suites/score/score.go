// Package score compares what happened in a case with its expectations and labels, and takes measures that need none.
package score

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Score is one measure of one case. Its name is Scorer.Metric.
type Score struct {
	Scorer string // routing, planning, skills, retrieval, tools, answer, turn, fallbacks, learning, judge, cost, …
	Metric string
	Facet  string // distinguishes scores of one name: a stage, hard or soft; may be empty
	Turn   string // the place of the turn; empty: the whole case
	Path   string // of the call or the place; empty: the whole case
	Line   int    // of the case's file: where the turn begins
	Unit   Unit

	Value      float64
	Unmeasured bool    // unknown: Reason says why
	Estimate   float64 // of tokens: Value if no model had counted any, to compare runs
	Estimated  bool    // Value holds estimates

	Expected   bool   // compared with an expectation or a label: Holds is set
	Required   bool   // an expectation: the case fails unless it holds
	Holds      bool   // as expected
	Want       string // what was expected
	Got        string
	Reason     string   // in words
	Others     []string // equally right alternatives to Want
	Provenance []string // kinds of the answers behind it: stale, carried, …; see trace.ProvenanceKinds
}

// Name returns the name of the score in gates and tables.
func (s *Score) Name() string { return s.Scorer + "." + s.Metric }

// Unit is the unit of a score or a figure. Shares, similarities and means are averaged, all others are summed up.
type Unit string

// The units of scores.
const (
	Share      Unit = "share"      // from 0 to 1
	Similarity Unit = "similarity" // from -1 to 1
	Count      Unit = "count"
	TokenCount Unit = "tokens"
	Nanos      Unit = "ns"
	Money      Unit = "money" // in the currency of the suite's prices
	MeanCount  Unit = Unit(pipeline.FigureMeanCount)
	MeanTokens Unit = Unit(pipeline.FigureMeanTokens)
)

// Averaged reports whether scores are averaged, not summed.
func (u Unit) Averaged() bool {
	return u == Share || u == Similarity || u == MeanCount || u == MeanTokens
}

// assertion is an evaluated expectation.
type assertion struct {
	metric    string // SCORER.METRIC
	path      string // of the call or the place; empty: the whole case
	holds     bool
	want, got string
	reason    string // for people, if it does not hold
}

// score returns it as a share of 0 or 1.
func (a assertion) score() Score {
	s := share(a.metric, a.path, 0, a.reason)
	s.Expected, s.Holds, s.Want, s.Got = true, a.holds, a.want, a.got
	if a.holds {
		s.Value, s.Reason = 1, "as expected"
	}
	return s
}

// undecided returns an unmeasured score, which fails no case.
func (a assertion) undecided(reason string) Score {
	s := share(a.metric, a.path, 0, reason)
	s.Unmeasured, s.Want, s.Got = true, a.want, a.got
	return s
}

// share returns a score that fails no case: a measure from 0 to 1. name is SCORER.METRIC.
func share(name, path string, value float64, reason string) Score {
	scorer, metric, _ := strings.Cut(name, ".")
	return Score{Scorer: scorer, Metric: metric, Path: path, Unit: Share, Value: value, Reason: reason}
}

// count returns a measure of how often something happened. name is SCORER.METRIC.
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
