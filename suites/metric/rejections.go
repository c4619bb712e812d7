package metric

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// rejectedName is the measure of answers that a stage rejected without taking its fallback.
const rejectedName = "answers.rejected"

// addRejected counts the calls of a case, and those of them whose answer was rejected.
func (t *Tally) addRejected(r *result.Result, at string) {
	for i := range r.Trace.Steps {
		s := &r.Trace.Steps[i]
		if s.Call != nil {
			t.calls++
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
	}
}

func (t *Tally) mergeRejected(o *Tally) {
	t.calls += o.calls
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
