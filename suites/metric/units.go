package metric

import (
	"cmp"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Cases is the metric of the share of cases that are as expected, among those that finish.
const Cases = "cases"

// Unit is what one turn of a case, or the whole case, adds to a metric. Two runs are compared unit by unit.
type Unit struct {
	Metric   string // with its facet: routing.accuracy[hard]
	Turn     string // empty: the whole case
	Path     string // of its first score; empty: none
	Kind     score.Unit
	Expected bool    // compared with an expectation or a label
	Value    float64 // the mean of what is averaged, else the sum
	Fallback bool    // a fallback made the decision, or was taken in the turn
	Want     string  // of its first score
	Reason   string  // of its first score

	scores int
}

// Finished reports whether a case has come to its end, so that it can be compared.
func Finished(r *result.Result) bool {
	return r.Status == result.StatusOK || r.Status == result.StatusFailed
}

// Quarantines reports whether a case is measured apart from the others: its scores are in no metric, and its failures
// fail no gate on expectations. That it could not finish is not excused.
func Quarantines(r *result.Result) bool { return r.Quarantine != "" && r.Status != result.StatusError }

// Group returns the group of a case: those of one group are not independent.
func Group(r *result.Result) uint64 {
	if r.Group != "" {
		return Key("group", r.Group)
	}
	return Key("case", r.Suite, r.Case)
}

// Units returns what a case, or a sample of it, adds to its metrics, that of Cases first; nil if it has not finished,
// or is in quarantine.
func Units(r *result.Result) []Unit {
	if !Finished(r) || Quarantines(r) {
		return nil
	}
	fell := newFallen(r.Trace)
	whole := Unit{Metric: Cases, Kind: score.Share, Expected: true, Fallback: fell.in(""), scores: 1}
	if r.Status == result.StatusOK {
		whole.Value = 1
	} else if len(r.Failures) > 0 {
		whole.Reason = r.Failures[0]
	}
	all := []Unit{whole}
	for i := range r.Scores {
		s := &r.Scores[i]
		if s.Unmeasured {
			continue
		}
		all = addUnit(all, s, s.Name(), fell)
		if s.Facet != "" {
			all = addUnit(all, s, s.Name()+"["+s.Facet+"]", fell)
		}
	}
	for i := range all {
		if all[i].Kind.Averaged() {
			all[i].Value /= float64(all[i].scores)
		}
	}
	return all
}

// MeanUnits returns what a case adds to its metrics whose samples add these: the mean over the samples that have a
// unit.
func MeanUnits(samples [][]Unit) []Unit {
	if len(samples) == 1 {
		return samples[0]
	}
	var all []Unit
	var times []float64
	for _, units := range samples {
		for _, u := range units {
			i := slices.IndexFunc(all, func(o Unit) bool { return o.Metric == u.Metric && o.Turn == u.Turn })
			if i < 0 {
				all, times = append(all, u), append(times, 1)
				continue
			}
			of := &all[i]
			of.Value, times[i] = of.Value+u.Value, times[i]+1
			of.Expected, of.Fallback = of.Expected || u.Expected, of.Fallback || u.Fallback
			of.Reason = cmp.Or(of.Reason, u.Reason)
		}
	}
	for i := range all {
		all[i].Value /= times[i]
	}
	return all
}

// CaseUnits passes on the units of one case after the other, whose samples come one after the other.
type CaseUnits struct {
	Take func(first *result.Result, units []Unit)

	first   *result.Result
	samples [][]Unit
}

// Add adds a sample.
func (c *CaseUnits) Add(r *result.Result) {
	if c.first == nil || r.Sample == 0 || r.Suite != c.first.Suite || r.Case != c.first.Case {
		c.End()
		c.first = &result.Result{Suite: r.Suite, Case: r.Case, Group: r.Group}
	}
	if units := Units(r); len(units) > 0 {
		c.samples = append(c.samples, units)
	}
}

// End passes on the last case.
func (c *CaseUnits) End() {
	if len(c.samples) > 0 {
		c.Take(c.first, MeanUnits(c.samples))
	}
	c.first, c.samples = nil, nil
}

// Bare returns the unit without its words.
func (u Unit) Bare() Unit {
	return Unit{Metric: u.Metric, Turn: u.Turn, Kind: u.Kind, Value: u.Value}
}

// addUnit adds a score to the unit of its metric and turn.
func addUnit(all []Unit, s *score.Score, name string, fell fallen) []Unit {
	i := slices.IndexFunc(all, func(u Unit) bool { return u.Metric == name && u.Turn == s.Turn })
	if i < 0 {
		i = len(all)
		all = append(all, Unit{Metric: name, Turn: s.Turn, Path: s.Path, Kind: s.Unit, Want: s.Want, Reason: s.Reason})
	}
	u := &all[i]
	u.Value, u.scores = u.Value+s.Value, u.scores+1
	u.Expected, u.Fallback = u.Expected || s.Expected, u.Fallback || fell.at(s)
	return all
}

// fallen knows the decisions of a case that fallbacks made.
type fallen struct {
	decision map[string]string // by path
	by       map[string]bool   // decisions
	paths    []string          // of the fallbacks
}

func newFallen(t *trace.Trace) fallen {
	f := fallen{decision: map[string]string{}, by: map[string]bool{}}
	if t == nil {
		return f
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		if of := trace.DecisionOf(s); of != "" {
			f.decision[s.Path] = of
			if s.Kind == pipeline.EntryFallback {
				f.by[of] = true
				f.paths = append(f.paths, s.Path)
			}
		}
	}
	return f
}

// at reports whether a fallback made the decision that was scored: that at its path, or any of its turn.
func (f fallen) at(s *score.Score) bool {
	if of, decided := f.decision[s.Path]; decided {
		return f.by[of]
	}
	return f.in(s.Turn)
}

// in reports whether a fallback was taken in a turn; empty: in any.
func (f fallen) in(turn string) bool {
	return slices.ContainsFunc(f.paths, func(path string) bool {
		first, _, _ := strings.Cut(path, "/")
		return turn == "" || first == turn
	})
}
