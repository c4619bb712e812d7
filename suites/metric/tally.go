package metric

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/provenance"
	"github.com/beaver-eval/beaver-eval/suites/result"
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

// Add counts one more result.
func (t *Tally) Add(r *result.Result) {
	at := path.Join(r.Suite, r.Case)
	t.addGoldens(r, at)
	t.addFailure(r, at)
	for i := range r.Scores {
		t.addScore(&r.Scores[i], at)
	}
	if r.Trace == nil {
		return
	}
	t.addCalls(r, at)
	t.addDecisions(r, at)
}

// addFailure counts a case that fails, and keeps what its first failure is about.
func (t *Tally) addFailure(r *result.Result, at string) {
	n, where := 0, example{at: at}
	if r.Status == result.StatusError {
		t.errors++
		t.lost.take(example{at: at, set: true}, false)
	}
	if r.Status == result.StatusFailed {
		n = 1
		for _, s := range r.Scores {
			if s.Required && !s.Holds {
				where = example{at: path.Join(at, cmp.Or(s.Path, s.Turn)), reason: s.Reason}
				break
			}
		}
	}
	t.count("expectations", n, where)
}

// addGoldens counts the prompts and the forms that are not as their goldens.
func (t *Tally) addGoldens(r *result.Result, at string) {
	n, where := 0, example{at: at}
	for _, c := range r.Changes {
		if c.Status != result.Unchanged {
			if n++; n == 1 {
				where = example{at: path.Join(at, c.Path), reason: string(c.Status)}
			}
		}
	}
	if n == 0 && len(r.Forms) > 0 {
		where.reason = r.Forms[0].File + ": " + string(r.Forms[0].Status)
	}
	t.count("goldens", n+len(r.Forms), where)
}

// CountOrphans counts the files that no suite claims; first is one of them.
func (t *Tally) CountOrphans(n int, first string) { t.count(gateOrphans, n, example{at: first}) }

// addCalls counts where the answers of a case come from.
func (t *Tally) addCalls(r *result.Result, at string) {
	for _, s := range r.Trace.Steps {
		c := s.Call
		if c == nil {
			continue
		}
		where := example{at: path.Join(at, c.Path)}
		for kind, is := range provenance.Of(c.Origin).All() {
			n := 0
			if is {
				n = 1
			}
			t.count(kind, n, where)
		}
		if t.growth != nil {
			t.growth.add(r, c, where.at)
		}
	}
}

// Merge adds what another tally has counted.
func (t *Tally) Merge(o *Tally) {
	t.errors += o.errors
	t.lost.take(o.lost, false)
	for _, k := range slices.SortedFunc(maps.Keys(o.measures), compareKeys) {
		if m := t.measure(k, o.measures[k].Unit); m != nil {
			m.merge(o.measures[k])
		}
	}
	for kind, c := range o.confusion {
		t.matrix(kind).merge(c)
	}
	for stage, n := range o.asks {
		t.asks[stage] += n
	}
	for k, c := range o.taken {
		t.addFallback(k, c.n, c.first)
	}
	t.mergeRejected(o)
	if o.growth != nil {
		if t.growth == nil {
			t.growth = newGrowth(nil)
		}
		t.growth.merge(o.growth)
	}
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
	where := example{at: path.Join(at, s.Path), reason: s.Reason, value: s.Value, set: true}
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

// measure is the one of a key; nil when there are too many of its name.
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

// Measures are all measures by name, those too that are made of several scores: rates, F1, growth.
func (t *Tally) Measures() []Measure {
	var all []Measure
	for _, m := range t.measures {
		all = append(all, m.closed())
	}
	for _, kind := range slices.Sorted(maps.Keys(t.confusion)) {
		all = append(all, t.confusion[kind].Measures(kind)...)
	}
	all = append(append(all, t.rates()...), t.rejections()...)
	if t.growth != nil {
		all = append(all, t.growth.measures()...)
	}
	slices.SortFunc(all, func(a, b Measure) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

func (t *Tally) matrix(kind string) *Confusion {
	c := t.confusion[kind]
	if c == nil {
		c = newConfusion()
		t.confusion[kind] = c
	}
	return c
}

// Confusions are the confusion matrices of routing, by hard and soft.
func (t *Tally) Confusions() map[string]*Confusion { return t.confusion }
