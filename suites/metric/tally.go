package metric

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// maxBy is how many measures of one name are kept apart; no fixture may use up the memory with more.
const maxBy = 200

// Tally aggregates the results of many cases. Its size does not grow with their number.
type Tally struct {
	measures  map[measureKey]*Measure
	by        map[measureKey]int // how many are kept apart, by name
	confusion map[string]*Confusion
	judges    map[string]*Confusion // of verdicts and labels, by rubric
	asks      map[string]int        // by stage: decisions requested
	taken     map[fallbackKind]*fallbackCount
	rejected  map[fallbackKind]*fallbackCount // answers that a stage rejected before going on
	again     map[string]*fallbackCount       // by stage that calls: decisions by an answer after a rejected one
	calls     int
	growth    *growth
	prefixes  map[string]*prefixSum // by stage
	covered   *coverage.Tally
	errors    int     // cases that did not finish
	lost      example // the first of them

	current    *samples // the case whose samples come; nil: none
	repeat     int      // the most samples of a case
	tries      map[tries]alike
	flaky      []Flaky // the first ones
	flakyCases int
}

type measureKey struct{ scorer, metric, by string }

// NewTally returns an empty tally. Calls are compared with base, unless it is nil.
func NewTally(base *CallSizes) *Tally {
	t := &Tally{
		measures: map[measureKey]*Measure{}, by: map[measureKey]int{}, confusion: map[string]*Confusion{},
		asks: map[string]int{}, taken: map[fallbackKind]*fallbackCount{}, rejected: map[fallbackKind]*fallbackCount{},
		again: map[string]*fallbackCount{}, judges: map[string]*Confusion{}, tries: map[tries]alike{},
		prefixes: map[string]*prefixSum{}, covered: coverage.NewTally(),
	}
	if base != nil {
		t.growth = newGrowth(base)
	}
	return t
}

func compareKeys(a, b measureKey) int {
	return cmp.Or(cmp.Compare(a.scorer, b.scorer), cmp.Compare(a.metric, b.metric), cmp.Compare(a.by, b.by))
}

// count adds to a sum without scores.
func (t *Tally) count(name string, n int, where example) {
	where.value, where.set = float64(n), true
	t.measure(measureKey{metric: name}, score.Count).add(float64(n), where)
}

func (t *Tally) addScore(s *score.Score, at string) {
	where := example{at: below(at, s.Path), reason: s.Reason, value: s.Value, set: true}
	keys := []measureKey{{s.Scorer, s.Metric, ""}}
	if s.Facet != "" {
		keys = append(keys, measureKey{s.Scorer, s.Metric, s.Facet})
	}
	for _, k := range keys {
		m := t.measure(k, s.Unit)
		if m == nil {
			continue
		}
		if len(s.Provenance) > 0 {
			m.Provenance++
		}
		if s.Expected {
			m.Expected++
			if s.Holds {
				m.Holding++
			}
		}
		if s.Unmeasured {
			m.Unmeasured++
			m.lost.take(where, false)
			continue
		}
		m.add(s.Value, where)
		m.Estimate += s.Estimate
		if s.Estimated {
			m.Estimated++
		}
	}
	if s.Name() == score.Agreement && !s.Unmeasured {
		t.addVerdict(s, where.at)
	}
	if s.Scorer == "routing" {
		t.matrix(s.Facet).add(s.Want, s.Got, s.Holds, where.at)
	}
}

// measure returns the measure of a key; nil when there are too many of its name.
func (t *Tally) measure(k measureKey, unit score.Unit) *Measure {
	m := t.measures[k]
	if m != nil {
		return m
	}
	name := k.metric
	if k.scorer != "" {
		name = k.scorer + "." + k.metric
	}
	if k.by != "" {
		base := measureKey{k.scorer, k.metric, ""}
		if t.by[base] == maxBy {
			return nil
		}
		t.by[base]++
		name += "[" + k.by + "]"
	}
	m = &Measure{Name: name, Unit: unit}
	t.measures[k] = m
	return m
}

func (t *Tally) matrix(kind string) *Confusion {
	c := t.confusion[kind]
	if c == nil {
		c = newConfusion()
		t.confusion[kind] = c
	}
	return c
}

// addVerdict counts a verdict that was compared with a label.
func (t *Tally) addVerdict(s *score.Score, at string) {
	c := t.judges[s.Facet]
	if c == nil {
		if len(t.judges) == maxBy {
			return
		}
		c = newConfusion()
		t.judges[s.Facet] = c
	}
	c.add(s.Want, s.Got, s.Holds, at)
}

// Confusions returns the confusion matrices of routing, by hard and soft.
func (t *Tally) Confusions() map[string]*Confusion { return t.confusion }

// below returns a name below another one, for display: names of cases are arbitrary, so unlike in a file path, ..
// removes nothing.
func below(at, name string) string {
	if name == "" {
		return at
	}
	return at + "/" + name
}
