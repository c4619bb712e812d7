package stored_test

import (
	"fmt"
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

// Everything that kept a run from being green is a failure; stale answers only if a gate of the whole run, or of their
// suite, forbids them.
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
			// a run that ended before its first case is ignored
			unbegun := stored.Info{Started: storedtest.Started.Add(time.Hour), Error: "a mistyped gate"}
			if err := stored.KeepUnbegun(dir, unbegun); err != nil {
				t.Fatal(err)
			}
			got, err := stored.LastFailures(dir, stored.LatestFile)
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
	_, err := stored.LastFailures(t.TempDir(), stored.LatestFile)
	if err == nil || !strings.Contains(err.Error(), "there is no run yet") {
		t.Errorf("without a run: %v", err)
	}
}

// Of several runs that began in one second the last one counts, whatever the random part of their names.
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
	if got, err := stored.LastFailures(dir, stored.LatestFile); err != nil || got.Run.Exit != runs-1 {
		t.Errorf("got %v, %v, want the one with exit code %d", got, err, runs-1)
	}
}

// The last run that had a case decides, whatever later runs had. A run of all cases ends the search: no earlier run is
// read.
func TestLastFailuresOfEachCase(t *testing.T) {
	red := func(id string) *result.Result {
		return &result.Result{Suite: "s", Case: id, Status: result.StatusFailed}
	}
	green := func(id string) *result.Result { return &result.Result{Suite: "s", Case: id, Status: result.StatusOK} }
	some := &stored.Filter{Cases: []string{"some"}}
	type run struct {
		info    stored.Info
		results []*result.Result
	}
	all := func(results ...*result.Result) run { return run{stored.Info{Filter: &stored.Filter{}}, results} }
	part := func(results ...*result.Result) run { return run{stored.Info{Filter: some}, results} }
	for name, tt := range map[string]struct {
		runs []run
		want string // cases, each with the number of the run in which it failed
	}{
		"one":                        {[]run{all(red("a"), green("b"))}, "a0"},
		"another one is green since": {[]run{all(red("a"), red("b")), part(green("b"))}, "a0"},
		"it is green since":          {[]run{all(red("a")), part(green("a"))}, ""},
		"it is red again":            {[]run{all(red("a")), part(green("a")), part(red("a"))}, "a2"},
		"all ran since":              {[]run{part(red("a")), all(green("b"))}, ""},
		"all but it ran since": {[]run{part(red("a")),
			{stored.Info{Filter: &stored.Filter{}, Interrupted: true}, []*result.Result{green("b")}}}, "a0"},
		"a log ran since": {[]run{all(red("a")),
			{stored.Info{Filter: &stored.Filter{}, Arguments: []string{"run", "--requests", "l"}},
				[]*result.Result{green("b")}}}, "a0"},
		"a stage of it is green since": {[]run{all(red("a")),
			{stored.Info{Filter: &stored.Filter{Stages: []string{"router"}}}, []*result.Result{green("a")}}}, "a0"},
		"a stage of it is red since": {[]run{all(green("a")),
			{stored.Info{Filter: &stored.Filter{Stages: []string{"router"}}}, []*result.Result{red("a")}}}, "a1"},
		"runs of many": {[]run{all(red("a"), red("b"), red("c")), part(red("b")), part(green("a")), part(green("d"))},
			"b1 c0"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, numbers := t.TempDir(), map[string]int{}
			for i, r := range tt.runs {
				r.info.Started = storedtest.Started.Add(time.Duration(i) * time.Millisecond)
				numbers[storedtest.Record(t, dir, r.info, r.results...).Name] = i
			}
			failed, err := stored.LastFailures(dir, stored.LatestFile)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for c, run := range failed.Cases {
				got = append(got, fmt.Sprint(c.ID, numbers[run.Name]))
			}
			slices.Sort(got)
			if last := len(tt.runs) - 1; strings.Join(got, " ") != tt.want || numbers[failed.Run.Name] != last {
				t.Errorf("got %q, want %q; the last run is %d, want %d", got, tt.want, numbers[failed.Run.Name], last)
			}
		})
	}
}
