package score

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func turnScorer() scorer {
	return scorer{
		metrics: append(shares("turn.acceptance", "turn.calls", "turn.ended", "turn.state", "turn.status"),
			Metric{"turn.decision", Share, 0, 1, ByStage}),
		score: scoreTurn,
	}
}

// scoreTurn scores status, calls, decisions and state, and whether the turn ended if an expectation needs that.
func scoreTurn(v *turnView, e *expect.Turn) ([]Score, error) {
	if v.Outcome == nil {
		decisions := scoreDecisions(v, e)
		if needs := needEnd(e); len(needs) > 0 {
			reason := fmt.Sprintf("the turn did not end, and %s need its end", strings.Join(needs, ", "))
			return append([]Score{assertion{
				metric: "turn.ended", path: v.Place, holds: false,
				want: "an end", got: "none", reason: reason,
			}.score()}, decisions...), nil
		}
		return decisions, nil
	}
	var scores []Score
	if e.Status != "" {
		got := v.Outcome.Status
		scores = append(scores, assertion{
			metric: "turn.status", path: v.Place, holds: got == e.Status,
			want: e.Status, got: got, reason: fmt.Sprintf("status: want %s, got %s", e.Status, got),
		}.score())
	}
	if e.Calls != nil {
		scores = append(scores, scorePaths(v, *e.Calls))
	}
	scores = append(scores, scoreDecisions(v, e)...)
	if e.State != nil {
		raw, err := jsonvalue.Marshal(v.Outcome.State)
		if err != nil {
			return scores, fmt.Errorf("state: %w", err)
		}
		w := string(e.State.JSON())
		scores = append(scores, assertion{
			metric: "turn.state", path: v.Place, holds: ContainsJSON(raw, e.State),
			want: w, got: string(raw), reason: fmt.Sprintf("state: want %s, got %s", w, raw),
		}.score())
	}
	return scores, nil
}

// needEnd names the expectations about a whole turn. A decision, such as a route, can be evaluated without its end.
func needEnd(e *expect.Turn) []string {
	var needs []string
	for _, part := range []struct {
		key   string
		named bool
	}{
		{"status", e.Status != ""}, {"reply", e.Reply != nil}, {"replies", e.Replies != nil},
		{"fallbacks", e.Fallbacks != nil}, {"calls", e.Calls != nil},
		{"state", e.State != nil}, {"tools", e.Tools != nil},
	} {
		if part.named {
			needs = append(needs, part.key)
		}
	}
	return needs
}

// scorePaths compares all calls of the turn, in order.
func scorePaths(v *turnView, want []string) Score {
	var got []string
	for _, s := range v.Steps {
		if s.Kind == pipeline.EntryCall {
			got = append(got, v.Below(s.Path))
		}
	}
	w, g := strings.Join(want, ", "), strings.Join(got, ", ")
	return assertion{
		metric: "turn.calls", path: v.Place, holds: slices.Equal(want, got),
		want: w, got: g, reason: fmt.Sprintf("calls: want %s, got %s", w, g),
	}.score()
}

func scoreDecisions(v *turnView, e *expect.Turn) []Score {
	if e.Decisions == nil {
		return nil
	}
	var scores []Score
	for i, k := range e.Decisions.Keys {
		made := v.DecisionsAt(k.Name)
		if len(made) == 0 {
			stage := cmp.Or(v.known.StageOf(k.Name), path.Base(k.Name))
			none := &trace.Step{Entry: pipeline.Entry{Path: v.Place, Stage: stage}}
			scores = append(scores, scoreDecision(k.Name, none, e.Decisions.Items[i]))
		}
		for _, d := range made {
			scores = append(scores, scoreDecision(k.Name, d, e.Decisions.Items[i]))
		}
	}
	return scores
}

// scoreDecision compares one decision with the expected value of a key; one without a value was not made.
func scoreDecision(key string, d *trace.Step, want *strict.Node) Score {
	got := "none"
	if d.Value != nil {
		got = string(d.Value)
	}
	w := string(want.JSON())
	reason := fmt.Sprintf("decision of %s: want %s, got %s", key, w, got)
	s := assertion{
		metric: "turn.decision", path: d.Path, holds: ContainsJSON(d.Value, want),
		want: w, got: got, reason: reason,
	}.score()
	s.Facet = d.Stage
	return s
}
