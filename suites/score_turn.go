package suites

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// newView looks at the turn at a place.
func newView(t *Trace, place string) *view {
	v := &view{place: place}
	for i := range t.Outcomes {
		if t.Outcomes[i].Place == place {
			v.outcome = &t.Outcomes[i].Outcome
		}
	}
	for _, s := range t.Steps {
		if s.Path == place || strings.HasPrefix(s.Path, place+"/") {
			v.steps = append(v.steps, s)
		}
	}
	return v
}

// below is a path of the turn without the turn.
func (v *view) below(path string) string { return strings.TrimPrefix(path, v.place+"/") }

// decided is the last decision of a stage in the turn; nil: none.
func (v *view) decided(stage string) *Step {
	for i := range slices.Backward(v.steps) {
		if s := &v.steps[i]; s.Kind == pipeline.EntryDecided && s.Stage == stage {
			return s
		}
	}
	return nil
}

// decision reads what the stage that decides so has decided last in the turn, with the call's path. done says in an error what
// did not happen.
func decision[T any](v *view, what pipeline.Decides, done string) (made T, path string, err error) {
	d := v.decided(v.stages[what])
	if d == nil {
		return made, "", fmt.Errorf("nothing was %s in this turn", done)
	}
	if err := json.Unmarshal(d.Value, &made); err != nil {
		return made, "", fmt.Errorf("the decision of %s: %w", d.Stage, err)
	}
	return made, d.Path, nil
}

// fallbacks are those of the turn, in order.
func (v *view) fallbacks() []pipeline.Fallback {
	all := []pipeline.Fallback{}
	for _, s := range v.steps {
		if s.Kind == pipeline.EntryFallback {
			all = append(all, *s.Fallback)
		}
	}
	return all
}

// yes makes a score of an expectation that holds or does not. reason is what a person reads when it does not.
func yes(scorer, metric, path string, holds bool, want, got, reason string) Score {
	s := Score{Scorer: scorer, Metric: metric, Path: path, Unit: Share, Expected: true, Holds: holds, Want: want, Got: got, Reason: reason}
	if holds {
		s.Value, s.Reason = 1, "as expected"
	}
	return s
}

// share makes a score that fails no case: a measure from 0 to 1.
func share(scorer, metric, path string, value float64, reason string) Score {
	return Score{Scorer: scorer, Metric: metric, Path: path, Unit: Share, Value: value, Reason: reason}
}

// count makes a measure of how often something happened.
func count(scorer, metric, path string, n int, reason string) Score {
	return Score{Scorer: scorer, Metric: metric, Path: path, Unit: Count, Value: float64(n), Reason: reason}
}

// scoreTurn: status, calls, decisions and state.
func scoreTurn(v *view, e *fixtures.Expect) ([]Score, error) {
	if (e.Status != "" || e.Reply != nil || e.State != nil) && v.outcome == nil {
		return []Score{yes("turn", "ended", v.place, false, "an end", "none", "the turn did not come to its end")}, nil
	}
	var scores []Score
	if e.Status != "" {
		got := v.outcome.Status
		scores = append(scores, yes("turn", "status", v.place, got == e.Status, e.Status, got, fmt.Sprintf("status: want %s, got %s", e.Status, got)))
	}
	if e.Calls != nil {
		var got []string
		for _, s := range v.steps {
			if s.Kind == pipeline.EntryCall {
				got = append(got, v.below(s.Path))
			}
		}
		w, g := strings.Join(*e.Calls, ", "), strings.Join(got, ", ")
		scores = append(scores, yes("turn", "calls", v.place, slices.Equal(*e.Calls, got), w, g, fmt.Sprintf("calls: want %s, got %s", w, g)))
	}
	scores = append(scores, scoreDecisions(v, e)...)
	if e.State != nil {
		raw, err := pipeline.MarshalJSON(v.outcome.State)
		if err != nil {
			return scores, fmt.Errorf("state: %w", err)
		}
		w := string(e.State.JSON())
		scores = append(scores, yes("turn", "state", v.place, holds(raw, e.State), w, string(raw), fmt.Sprintf("state: want %s, got %s", w, raw)))
	}
	return scores, nil
}

func scoreDecisions(v *view, e *fixtures.Expect) []Score {
	if e.Decisions == nil {
		return nil
	}
	var scores []Score
	for i, k := range e.Decisions.Keys {
		var raw json.RawMessage
		got, path := "none", v.place
		if s := v.decided(k.Name); s != nil {
			raw, got, path = s.Value, string(s.Value), s.Path
		}
		w := string(e.Decisions.Items[i].JSON())
		s := yes("turn", "decision", path, holds(raw, e.Decisions.Items[i]), w, got, fmt.Sprintf("decision of %s: want %s, got %s", k.Name, w, got))
		s.By = k.Name
		scores = append(scores, s)
	}
	return scores
}
