package stored_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// What kept a run from being green is a failure of it; stale answers where a gate of all of the run, or of their suite,
// refused them.
func TestLastFailures(t *testing.T) {
	staleCall := &trace.Trace{Steps: []trace.Step{{
		Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/main-1", Stage: "main"},
		Call: &trace.Call{
			Path: "turn-1/main-1", Stage: "main", Origin: pipeline.Origin{Match: pipeline.MatchStale},
		},
	}}}
	prompt := func(s result.PromptStatus) []result.Change {
		return []result.Change{{Status: s, Path: "turn-1/main-1", Stage: "main"}}
	}
	results := []*result.Result{
		{Case: "ok", Status: result.StatusOK, Changes: prompt(result.Unchanged)},
		{Case: "failed", Status: result.StatusFailed},
		{Case: "error", Status: result.StatusError},
		{Case: "skipped", Status: result.StatusSkipped},
		{Case: "orphan", Status: result.StatusOrphan},
		{Case: "changed", Status: result.StatusOK, Changes: prompt(result.Changed)},
		{Case: "new", Status: result.StatusOK, Changes: prompt(result.New)},
		{Case: "missing", Status: result.StatusOK, Changes: prompt(result.Missing)},
		{Case: "form", Status: result.StatusOK, Forms: []result.FormChange{{Form: "openai"}}},
		{Case: "stale", Status: result.StatusOK, Trace: staleCall},
	}
	for _, r := range results {
		r.Suite = "s"
	}
	always := []string{"changed", "error", "failed", "form", "missing", "new", "orphan"}
	for name, tt := range map[string]struct {
		gate metric.Verdict
		want []string
	}{
		"no gate":        {metric.Verdict{Measure: "goldens"}, always},
		"a gate":         {metric.Verdict{Measure: metric.Stale}, append(slices.Clone(always), "stale")},
		"its suite's":    {metric.Verdict{Measure: metric.Stale, Suite: "s"}, append(slices.Clone(always), "stale")},
		"another's":      {metric.Verdict{Measure: metric.Stale, Suite: "t"}, always},
		"one that holds": {metric.Verdict{Measure: metric.Stale, Holds: true}, always},
		"a dropped one":  {metric.Verdict{Measure: metric.Stale, Dropped: true}, always},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			run := storedtest.Record(t, dir, stored.Info{Gates: []metric.Verdict{tt.gate}}, results...)
			// a start that ended before its first case is not looked at
			unbegun := stored.Info{Started: storedtest.Started.Add(time.Hour), Error: "a mistyped gate"}
			if err := stored.KeepUnbegun(dir, unbegun); err != nil {
				t.Fatal(err)
			}
			got, err := stored.LastFailures(dir)
			if err != nil {
				t.Fatal(err)
			}
			var cases []string
			for c := range got.Cases {
				cases = append(cases, c.ID)
			}
			slices.Sort(cases)
			if d := cmp.Diff(tt.want, cases); d != "" || got.Run.Name != run.Name {
				t.Errorf("of %s, want %s (-want +got):\n%s", got.Run.Name, run.Name, d)
			}
		})
	}
	if _, err := stored.LastFailures(t.TempDir()); err == nil || !strings.Contains(err.Error(), "there is no run yet") {
		t.Errorf("without a run: %v", err)
	}
}

// Of several runs that began in one second the last one counts, whatever was drawn for their names.
func TestLastFailuresWithinASecond(t *testing.T) {
	dir := t.TempDir()
	const runs = 6
	for i := range runs {
		info := stored.Info{Started: storedtest.Started.Add(time.Duration(i) * time.Millisecond), Exit: i}
		storedtest.Record(t, dir, info, &result.Result{Suite: "s", Case: "a", Status: result.StatusOK})
	}
	if err := stored.KeepUnbegun(dir, stored.Info{Started: storedtest.Started.Add(time.Second / 2)}); err != nil {
		t.Fatal(err)
	}
	if got, err := stored.LastFailures(dir); err != nil || got.Run.Exit != runs-1 {
		t.Errorf("got %v, %v, want the one with exit code %d", got, err, runs-1)
	}
}
