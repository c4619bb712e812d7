package metric

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// fallbackKind is a stage with the reason of its fallback; without a reason: any.
type fallbackKind struct {
	Stage  string
	Reason pipeline.Reason
}

type fallbackCount struct {
	n     int // decisions
	first example
}

// addDecisions counts the decisions of a case, and those of them that were a fallback's.
func (t *Tally) addDecisions(r *result.Result, at string) {
	for _, a := range r.Trace.Decisions() {
		t.asks[a.Stage] += a.Times
	}
	t.addRejected(r, at)
	seen := map[string]bool{}
	for i := range r.Trace.Steps {
		s := &r.Trace.Steps[i]
		if s.Kind != pipeline.EntryFallback {
			continue
		}
		f, of := s.Fallback, trace.DecisionOf(s)
		where := example{at: path.Join(at, s.Path), reason: f.Detail, set: true}
		for _, k := range []fallbackKind{{f.Stage, f.Reason}, {Stage: f.Stage}} {
			if key := of + " " + string(k.Reason); !seen[key] {
				seen[key] = true
				t.addFallback(k, 1, where)
			}
		}
	}
}

func (t *Tally) addFallback(k fallbackKind, n int, where example) { addKind(t.taken, k, n, where) }

func addKind(counts map[fallbackKind]*fallbackCount, k fallbackKind, n int, where example) {
	if counts[k] == nil {
		counts[k] = &fallbackCount{first: where}
	}
	counts[k].n += n
}

const rateName = "fallbacks.rate"

// rates are how often a stage takes its fallback, of the decisions that it was asked for, and for which reason.
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

func sortedKinds(counts map[fallbackKind]*fallbackCount) []fallbackKind {
	return slices.SortedFunc(maps.Keys(counts), func(a, b fallbackKind) int {
		return cmp.Or(cmp.Compare(a.Stage, b.Stage), cmp.Compare(a.Reason, b.Reason))
	})
}

// Asks is how often a stage was asked for a decision, and how often its fallback decided.
func (t *Tally) Asks(stage string) (asked, fellBack int) {
	if c := t.taken[fallbackKind{Stage: stage}]; c != nil {
		fellBack = c.n
	}
	return t.asks[stage], fellBack
}

func rate(name string, part, of int, where example) Measure {
	return Measure{Name: name, Unit: score.Share, Value: score.Ratio(part, of), Scores: of, low: where, high: where}
}
