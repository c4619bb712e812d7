package metric

import (
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/score"
)

func (t *Tally) addFallback(k fallbackKind, n int, where example) { addKind(t.taken, k, n, where) }

// rates returns how often a stage takes its fallback, of the decisions that it was asked for, and for which reason.
func (t *Tally) rates() []Measure {
	var all []Measure
	asks, taken := 0, 0
	var first example
	for _, stage := range slices.Sorted(maps.Keys(t.asks)) {
		n, at := 0, example{}
		for _, k := range t.kinds() {
			switch c := t.taken[k]; {
			case k.Stage != stage:
			case k.Reason == "":
				n, at = c.n, c.first
			default:
				all = append(all, rate(rateName+"["+stage+":"+string(k.Reason)+"]", c.n, t.asks[stage], c.first))
			}
		}
		all = append(all, rate(rateName+"["+stage+"]", n, t.asks[stage], at))
		asks, taken = asks+t.asks[stage], taken+n
		first.take(at, false)
	}
	if asks > 0 {
		all = append(all, rate(rateName, taken, asks, first))
	}
	return all
}

func (t *Tally) kinds() []fallbackKind { return sortedKinds(t.taken) }

// Asks returns how often a stage was asked for a decision, and how often its fallback decided.
func (t *Tally) Asks(stage string) (asked, fellBack int) {
	if c := t.taken[fallbackKind{Stage: stage}]; c != nil {
		fellBack = c.n
	}
	return t.asks[stage], fellBack
}

func rate(name string, part, of int, where example) Measure {
	return Measure{Name: name, Unit: score.Share, Value: score.Ratio(part, of), Scores: of, low: where, high: where}
}
