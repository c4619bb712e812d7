package metric

import (
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// rejectedName is the measure of answers that a stage rejected without taking its fallback.
const rejectedName = "answers.rejected"

// atOnceName is the share of decisions that were made by the first answer.
const atOnceName = "answers.at_once"

// addRejected counts the calls of a case, those whose answer was rejected, and the decisions that another answer made
// then: fallback reports whether a decision was made by none.
func (t *Tally) addRejected(r *result.Result, at string, fallback func(decision string) bool) {
	seen := map[string]bool{}
	for s := range r.Trace.Own() {
		if s.Call != nil {
			t.calls++
			if t.again[s.Stage] == nil {
				t.again[s.Stage] = &fallbackCount{}
			}
		}
		if s.Kind != pipeline.EntryRejected {
			continue
		}
		where := example{at: below(at, s.Path), value: 1, set: true}
		if s.Failure.Err != nil {
			where.reason = s.Failure.Err.Error()
		}
		addKind(t.rejected, fallbackKind{s.Stage, s.Failure.Reason}, 1, where)
		addKind(t.rejected, fallbackKind{Stage: s.Stage}, 1, where)
		if of := trace.RejectedIn(s); !seen[of] && !fallback(of) {
			seen[of] = true
			t.askedAgain(s.Stage, 1, where)
		}
	}
}

func (t *Tally) askedAgain(stage string, n int, where example) {
	if c := t.again[stage]; c == nil {
		t.again[stage] = &fallbackCount{n, where}
	} else if c.n += n; c.n == n {
		c.first = where
	}
}

// Callers returns the stages that made calls, sorted.
func (t *Tally) Callers() []string { return slices.Sorted(maps.Keys(t.again)) }

// Answers returns how often a stage that makes calls was asked for a decision, and how often its first answer, a later
// one or its fallback made it.
func (t *Tally) Answers(stage string) (asked, atOnce, again, fellBack int) {
	asked, fellBack = t.Asks(stage)
	again = t.again[stage].n
	return asked, asked - again - fellBack, again, fellBack
}

// atOnce returns the shares of decisions that were made by the first answer: of all stages that make calls, and by
// stage. The example is the first decision that was not.
func (t *Tally) atOnce() []Measure {
	var all []Measure
	sum, of := 0, 0
	var first example
	for _, stage := range t.Callers() {
		asked, once, _, _ := t.Answers(stage)
		var where example
		if c := t.taken[fallbackKind{Stage: stage}]; c != nil {
			where = c.first
		}
		where.take(t.again[stage].first, false)
		all = append(all, rate(atOnceName+"["+stage+"]", once, asked, where))
		sum, of = sum+once, of+asked
		first.take(where, false)
	}
	if of > 0 {
		all = append(all, rate(atOnceName, sum, of, first))
	}
	return all
}

func (t *Tally) mergeRejected(o *Tally) {
	t.calls += o.calls
	for stage, c := range o.again {
		t.askedAgain(stage, c.n, c.first)
	}
	for k, c := range o.rejected {
		addKind(t.rejected, k, c.n, c.first)
	}
}

// rejections returns how many answers were rejected: in total, by stage, and by stage and reason. Without any call
// there are no such measures.
func (t *Tally) rejections() []Measure {
	if t.calls == 0 {
		return nil
	}
	var all []Measure
	total, first := 0, example{}
	for _, k := range sortedKinds(t.rejected) {
		c := t.rejected[k]
		by := k.Stage
		if k.Reason != "" {
			by += ":" + string(k.Reason)
		} else {
			total += c.n
			first.take(c.first, false)
		}
		all = append(all, t.rejection(rejectedName+"["+by+"]", c.n, c.first))
	}
	return append(all, t.rejection(rejectedName, total, first))
}

func (t *Tally) rejection(name string, n int, first example) Measure {
	return Measure{Name: name, Unit: score.Count, Value: float64(n), Scores: t.calls, low: first, high: first}
}
