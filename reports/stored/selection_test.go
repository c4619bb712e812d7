package stored_test

import (
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A selection keeps the calls of some stages and related data.
func TestSelection(t *testing.T) {
	failed := func() *result.Result {
		call := func(path, stage string) trace.Step {
			return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage},
				Call: &trace.Call{Path: path, Stage: stage}}
		}
		return &result.Result{
			Suite: "s", Case: "c/d", Status: result.StatusFailed,
			Changes: []result.Change{{Status: result.Changed, Path: "turn-1/main-1", Stage: "main"},
				{Status: result.Unchanged}},
			Scores:  []score.Score{{Path: "turn-1/router"}, {Path: "turn-1"}, {Facet: "main"}},
			Figures: []trace.Figure{{Name: "route.calls"}},
			Trace:   &trace.Trace{Steps: []trace.Step{call("turn-1/router", "router"), call("turn-1/main-1", "main")}},
		}
	}
	for _, tt := range []struct {
		s                      stored.Selection
		is                     bool
		calls, changes, scores int
	}{
		{stored.Selection{}, true, 2, 2, 3},
		{stored.Selection{Filter: stored.Filter{Suites: []string{"t"}}}, false, 2, 2, 3},
		{stored.Selection{Filter: stored.Filter{Cases: []string{"c/*"}}}, true, 2, 2, 3},
		{stored.Selection{Verdicts: []string{"ok"}}, false, 2, 2, 3},
		{stored.Selection{Verdicts: []string{"changed", "ok"}}, true, 2, 2, 3},
		{stored.Selection{Filter: stored.Filter{Stages: []string{"router"}}}, true, 1, 0, 1},
		{stored.Selection{Filter: stored.Filter{Stages: []string{"turn-1/main-*"}}}, true, 1, 1, 0},
		{stored.Selection{Filter: stored.Filter{Stages: []string{"main"}}}, true, 1, 1, 1},
	} {
		r := failed()
		is := tt.s.Apply(rows.NewCase(r))
		if got := [...]int{len(r.Trace.Steps), len(r.Changes), len(r.Scores)}; is != tt.is ||
			got != [...]int{tt.calls, tt.changes, tt.scores} {
			t.Errorf("%+v: %v %v", tt.s, is, got)
		}
		if part := len(tt.s.Stages) > 0; part != (len(r.Figures) == 0) { // a figure is of the whole case
			t.Errorf("%+v: %d figures", tt.s, len(r.Figures))
		}
	}
}
