package metric

import (
	"cmp"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Add counts one more result.
func (t *Tally) Add(r *result.Result) {
	at := below(r.Suite, r.Case)
	t.addSample(r, at)
	if r.Sample == 0 { // the others are not compared
		t.addGoldens(r, at)
		t.addUntested(r, at)
	}
	apart := Quarantines(r)
	if !apart {
		for i := range r.Scores {
			t.addScore(&r.Scores[i], at)
		}
		t.addFigures(r, at)
	}
	t.addCovered(r, at)
	if r.Trace == nil {
		return
	}
	t.addServerFailures(r, at)
	if r.Live && r.Status == result.StatusError { // its progress says nothing about the model
		return
	}
	t.addCalls(r, at)
	t.addPrefixes(r, at)
	if !apart {
		t.addDecisions(r, at)
	}
}

// addServerFailures counts the calls of a case that a server answers, and to which it gave no answer.
func (t *Tally) addServerFailures(r *result.Result, at string) {
	if !r.Live {
		return
	}
	t.count(ServerFailures, 0, example{at: at})
	for _, c := range r.Trace.Calls() {
		if !c.Judges() && c.Failure != nil && c.Origin.Source.Recorded() && c.Failure.Unanswered() {
			t.count(ServerFailures, 1, example{at: below(at, c.Path), reason: c.Failure.Error()})
		}
	}
}

// addGoldens counts the prompts and the forms that differ from their goldens.
func (t *Tally) addGoldens(r *result.Result, at string) {
	n, where := 0, example{at: at}
	for _, c := range r.Changes {
		if c.Status != result.Unchanged && c.Status != result.NotCompared {
			if n++; n == 1 {
				where = example{at: below(at, c.Path), reason: string(c.Status)}
			}
		}
	}
	if n == 0 && len(r.Forms) > 0 {
		where.reason = r.Forms[0].File + ": " + string(r.Forms[0].Status)
	}
	t.count(gateGoldens, n+len(r.Forms), where)
	t.measures[measureKey{metric: gateGoldens}].forms += len(r.Forms)
}

// addUntested counts the golden of a case that was not compared.
func (t *Tally) addUntested(r *result.Result, at string) {
	n := 0
	if r.Untested {
		n = 1
	}
	t.count(Uncompared, n, example{at: at, reason: r.Skipped})
}

// CountUncompared counts the goldens that were not compared since their cases were left out; first is one.
func (t *Tally) CountUncompared(n int, first string) { t.count(Uncompared, n, example{at: first}) }

// CountNotDriven counts the goldens of suites that something else should drive but did not; first is one such suite.
func (t *Tally) CountNotDriven(n int, first string) { t.count(NotDriven, n, example{at: first}) }

// CountOrphans counts the files that no suite claims; first is one of them.
func (t *Tally) CountOrphans(n int, first string) { t.count(gateOrphans, n, example{at: first}) }

// addCalls counts where the answers of a case come from.
func (t *Tally) addCalls(r *result.Result, at string) {
	for _, c := range r.Trace.Calls() {
		where := example{at: below(at, c.Path)}
		for kind, is := range trace.ProvenanceOf(c.Origin).All() {
			n := 0
			if is {
				n = 1
			}
			t.count(kind, n, where)
		}
		if t.growth != nil && r.Sample == 0 && !c.Judges() {
			t.growth.add(r, c, where.at)
		}
	}
}

// Merge adds what another tally has counted.
func (t *Tally) Merge(o *Tally) {
	t.mergeSamples(o)
	t.errors += o.errors
	t.lost.take(o.lost, false)
	for _, k := range slices.SortedFunc(maps.Keys(o.measures), compareKeys) {
		if m := t.measure(k, o.measures[k].Unit); m != nil {
			m.Figure = o.measures[k].Figure
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
	t.mergeVerdicts(o)
	t.covered.Merge(o.covered)
	for stage, s := range o.prefixes {
		t.prefixOf(stage).add(s)
	}
	if o.growth != nil {
		if t.growth == nil {
			t.growth = newGrowth(nil)
		}
		t.growth.merge(o.growth)
	}
}

// Measures returns all measures by name, including those computed from several scores: rates, F1, growth.
func (t *Tally) Measures() []Measure {
	t.settle()
	var all []Measure
	for _, m := range t.measures {
		all = append(all, m.closed())
	}
	for _, kind := range slices.Sorted(maps.Keys(t.confusion)) {
		all = append(all, t.confusion[kind].Measures(kind)...)
	}
	all = slices.Concat(all, t.rates(), t.rejections(), t.atOnce(), t.calibrations(), t.passes(), t.ofPrefixes(),
		t.coverages())
	if t.growth != nil {
		all = append(all, t.growth.measures()...)
	}
	slices.SortFunc(all, func(a, b Measure) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// OfScores returns the measures by name that are purely sums or means of scores.
func (t *Tally) OfScores() []Measure {
	var all []Measure
	for k, m := range t.measures {
		if k.scorer != "" {
			all = append(all, m.closed())
		}
	}
	slices.SortFunc(all, func(a, b Measure) int { return cmp.Compare(a.Name, b.Name) })
	return all
}

// addDecisions counts the decisions of a case, and those of them made by a fallback.
func (t *Tally) addDecisions(r *result.Result, at string) {
	for _, a := range r.Trace.Decisions() {
		t.asks[a.Stage] += a.Times
	}
	seen := map[string]bool{}
	for i := range r.Trace.Steps {
		s := &r.Trace.Steps[i]
		if s.Kind != pipeline.EntryFallback {
			continue
		}
		f, of := s.Fallback, trace.DecisionOf(s)
		where := example{at: below(at, s.Path), reason: f.Detail, set: true}
		for _, k := range []fallbackKind{{f.Stage, f.Reason}, {Stage: f.Stage}} {
			if key := of + " " + string(k.Reason); !seen[key] {
				seen[key] = true
				t.addFallback(k, 1, where)
			}
		}
	}
	t.addRejected(r, at, func(decision string) bool { return seen[decision+" "] })
}
