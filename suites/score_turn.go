package suites

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

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
