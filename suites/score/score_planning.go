package score

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/expect"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func planningScorer() scorer {
	return scorer{
		metrics: shares(
			"planning.dependencies", "planning.mode", "planning.nodes", "planning.steps", "planning.strategy",
			"planning.valid",
		),
		score: scorePlanning,
	}
}

// scorePlanning compares a plan with the expected graph: mode and strategy, nodes and dependencies as F1 over the two
// sets, and whether the model's own plan could be used at all.
func scorePlanning(v *turnView, e *expect.Turn) ([]Score, error) {
	if e.Plan == nil {
		return nil, nil
	}
	got, d, err := trace.Decision[trace.Plan](v.TurnView, pipeline.DecidesPlan, e.Plan.At, "planned")
	if err != nil {
		return nil, fmt.Errorf("plan: %w", err)
	}
	want, path := e.Plan, d.Path
	scores := []Score{planValid(v, d)}
	if want.Mode != "" {
		scores = append(scores, assertion{
			metric: "planning.mode", path: path, holds: got.Mode == want.Mode,
			want: want.Mode, got: got.Mode,
			reason: fmt.Sprintf("plan: want mode %s, got %s", want.Mode, got.Mode),
		}.score())
	}
	if want.Strategy != "" {
		g := got.Strategy
		if g == "" {
			g = "none"
		}
		scores = append(scores, assertion{
			metric: "planning.strategy", path: path, holds: got.Strategy == want.Strategy,
			want: want.Strategy, got: g,
			reason: fmt.Sprintf("plan: want strategy %s, got %s", want.Strategy, g),
		}.score())
	}
	if want.Nodes != nil {
		scores = append(scores, planGraph(*want, got, path)...)
	}
	if want.Steps != nil {
		s, err := planSteps(v.budget, *want.Steps, got.Order(), path)
		if err != nil {
			return nil, fmt.Errorf("plan: %w", err)
		}
		scores = append(scores, s)
	}
	return scores, nil
}

// planValid reports whether the model's plan was used. One that was not becomes a single run, which may still be right:
// it does not fail the case, which can expect fallbacks by name.
func planValid(v *turnView, d *trace.Step) Score {
	s := share("planning.valid", d.Path, 1, "the plan was used")
	for _, step := range v.Fallbacks() {
		if f := step.Fallback; trace.IsFallbackOf(step, d) {
			s.Value, s.Got = 0, string(f.Reason)
			s.Reason = fmt.Sprintf("the plan could not be used: %s %s", f.Reason, f.Detail)
			s.Reason = strings.TrimSpace(s.Reason)
		}
	}
	return s
}

// planGraph compares sets: of node ids, and of pairs of a node and one that it depends on.
func planGraph(want expect.Plan, got trace.Plan, path string) []Score {
	wantNodes, wantEdges := map[string]bool{}, map[string]bool{}
	for _, p := range *want.Nodes {
		wantNodes[p.Key.Name] = true
		for _, d := range p.Value {
			wantEdges[edge(d, p.Key.Name)] = true
		}
	}
	gotNodes, gotEdges := map[string]bool{}, map[string]bool{}
	for _, n := range got.Graph() {
		gotNodes[n.ID] = true
		for _, d := range n.DependsOn {
			gotEdges[edge(d, n.ID)] = true
		}
	}
	return []Score{setScore("nodes", path, wantNodes, gotNodes), setScore("dependencies", path, wantEdges, gotEdges)}
}

func edge(from, to string) string { return from + " → " + to }

func setScore(metric, path string, want, got map[string]bool) Score {
	w, g := names(want), names(got)
	s := assertion{
		metric: "planning." + metric, path: path, holds: maps.Equal(want, got),
		want: w, got: g, reason: fmt.Sprintf("plan: want the %s %s, got %s", metric, w, g),
	}.score()
	_, _, s.Value = overlap(want, got)
	return s
}

// overlap is precision, recall and F1 of a set. An empty set is right if none is wanted.
func overlap(want, got map[string]bool) (precision, recall, f1 float64) {
	if len(want) == 0 && len(got) == 0 {
		return 1, 1, 1
	}
	both := 0
	for k := range got {
		if want[k] {
			both++
		}
	}
	return Ratio(both, len(got)), Ratio(both, len(want)), Ratio(2*both, len(want)+len(got))
}

// Ratio returns part/all, and 0 if all is 0.
func Ratio(part, all int) float64 {
	if all == 0 {
		return 0
	}
	return float64(part) / float64(all)
}

// names lists a set in order.
func names(set map[string]bool) string {
	return list(slices.Sorted(maps.Keys(set)))
}

// planSteps compares the order of a plan's steps with the expected one. Its value is F1 over the longest common
// subsequence.
func planSteps(b *Budget, want, got []string, path string) (Score, error) {
	common, err := LongestCommon(b, want, got)
	if err != nil {
		return Score{}, err
	}
	w, g := strings.Join(want, ", "), list(got)
	reason := fmt.Sprintf("plan: want the steps %s, got %s", list(want), g)
	s := assertion{
		metric: "planning.steps", path: path, holds: slices.Equal(want, got),
		want: w, got: g, reason: reason,
	}.score()
	if !s.Holds {
		s.Value = Ratio(2*common, len(want)+len(got))
	}
	return s, nil
}
