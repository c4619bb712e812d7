package metric

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

// maxBy is how many measures of one name are told apart; more would be a fixture's mischief, and memory is not theirs.
const maxBy = 200

// Tally puts the results of many cases together. Its size does not grow with their number.
type Tally struct {
	measures  map[measureKey]*Measure
	by        map[measureKey]int // how many are told apart, by name
	confusion map[string]*Confusion
	asks      map[string]int // by stage: decisions that were asked for
	taken     map[fallbackKind]*fallbackCount
	rejected  map[fallbackKind]*fallbackCount // answers that a stage has refused and gone on
	calls     int
	growth    *growth
	errors    int     // cases that could not be run to their end
	lost      example // the first of them
}

type measureKey struct{ scorer, metric, by string }

// NewTally begins one. base is what calls are compared with; nil: nothing.
func NewTally(base *CallSizes) *Tally {
	t := &Tally{
		measures: map[measureKey]*Measure{}, by: map[measureKey]int{}, confusion: map[string]*Confusion{},
		asks: map[string]int{}, taken: map[fallbackKind]*fallbackCount{}, rejected: map[fallbackKind]*fallbackCount{},
	}
	if base != nil {
		t.growth = newGrowth(base)
	}
	return t
}

func compareKeys(a, b measureKey) int {
	return cmp.Or(cmp.Compare(a.scorer, b.scorer), cmp.Compare(a.metric, b.metric), cmp.Compare(a.by, b.by))
}

// count adds to a sum that no score stands behind.
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
	if s.Scorer == "routing" {
		t.matrix(s.Facet).add(s.Want, s.Got, s.Holds, where.at)
	}
}

// measure returns the one of a key; nil when there are too many of its name.
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

// Confusions returns the confusion matrices of routing, by hard and soft.
func (t *Tally) Confusions() map[string]*Confusion { return t.confusion }

// below returns a name below another one, as people see it: whatever a program calls its cases, this is no path of a
// file, of which .. would take a part away.
func below(at, name string) string {
	if name == "" {
		return at
	}
	return at + "/" + name
}
