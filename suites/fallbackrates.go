package suites

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// fallbackKind is a stage with the reason of its fallback.
type fallbackKind struct {
	Stage  string
	Reason pipeline.Reason
}

type fallbackCount struct {
	n     int
	first spot
}

func (t *Tally) addFallback(s Step, at string) {
	k := fallbackKind{s.Fallback.Stage, s.Fallback.Reason}
	if t.taken[k] == nil {
		t.taken[k] = &fallbackCount{first: spot{at: path.Join(at, s.Path), reason: s.Fallback.Detail, set: true}}
	}
	t.taken[k].n++
	if !s.Attached { // nobody was asked: that is a decision too
		t.asks[k.Stage]++
	}
}

const rateName = "fallbacks.rate"

// rates are how often a stage takes its fallback, of the decisions that it was asked for, and for which reason.
func (t *Tally) rates() []Measure {
	var all []Measure
	asks, taken := 0, 0
	var first spot
	for _, stage := range slices.Sorted(maps.Keys(t.asks)) {
		of, n := t.asks[stage], 0
		var at spot
		for _, k := range t.kinds() {
			if k.Stage != stage {
				continue
			}
			c := t.taken[k]
			n += c.n
			at.take(c.first, false)
			all = append(all, rate(rateName+"["+stage+":"+string(k.Reason)+"]", c.n, of, c.first))
		}
		all = append(all, rate(rateName+"["+stage+"]", n, of, at))
		asks, taken = asks+of, taken+n
		first.take(at, false)
	}
	if asks > 0 {
		all = append(all, rate(rateName, taken, asks, first))
	}
	return all
}

func (t *Tally) kinds() []fallbackKind {
	return slices.SortedFunc(maps.Keys(t.taken), func(a, b fallbackKind) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Reason, b.Reason))
	})
}

// Asks is how often a stage was asked for a decision.
func (t *Tally) Asks(stage string) int { return t.asks[stage] }

func rate(name string, part, of int, where spot) Measure {
	return Measure{Name: name, Unit: Share, Value: ratio(part, of), Scores: of, low: where, high: where}
}
