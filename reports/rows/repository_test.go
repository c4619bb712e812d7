package rows

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// parquetFiles are the files of a run besides run.json.
var parquetFiles = Tables()

// ran returns the results of a project's cases, with their rows in dir.
func ran(t *testing.T, p *project.Project, prompts string, o runner.Options, dir string) []*result.Result {
	t.Helper()
	results := reportstest.Ran(t, p, prompts, o)
	written(t, dir, results...)
	return results
}

// own caches the results of the repository's own cases. No test changes it, and tests are not concurrent.
var own []*result.Result

func ownResults(t *testing.T) []*result.Result {
	t.Helper()
	if own == nil {
		own = slices.Clip(reportstest.Ran(t, repository(t), "", reportstest.Sampled()))
	}
	return own
}

func repository(t *testing.T) *project.Project { return reportstest.Repository(t) }

// The repository's own cases: every call is complete in the files, the rows of cases add up to those of calls, and the
// bytes are the same for any number of workers and runs. Short tests run a sample, compare one call in five, and run
// the cases a second time only with other workers.
func TestRowsOfTheRepository(t *testing.T) {
	dir := t.TempDir()
	o := reportstest.Sampled()
	o.Workers = 1
	results := ran(t, repository(t), "", o, dir)
	oneIn, again := 1, []int{1, 16}
	if testing.Short() {
		oneIn, again = 5, []int{16}
	}
	checkRebuilt(t, dir, results, oneIn)
	calls, want, sums := 0, 0, 0
	for _, row := range readRows[caseRow](t, dir, "cases") {
		calls += int(row.Calls)
	}
	for _, r := range results {
		sums += int(NewCase(r).Sums.Calls)
		if r.Trace != nil {
			want += len(r.Trace.Calls())
		}
	}
	if n := len(readRows[callRow](t, dir, "calls")); n < 100 || calls != n || want != n || sums != n {
		t.Errorf("%d rows of calls, %d by cases, %d of the cases: are these the repository's cases?", n, calls, sums)
	}
	for _, workers := range again {
		other := t.TempDir()
		o.Workers = workers
		ran(t, repository(t), "", o, other)
		for _, name := range parquetFiles {
			a, b := fileBytes(t, dir, name), fileBytes(t, other, name)
			if !bytes.Equal(a, b) {
				t.Errorf("%s.parquet differs with %d workers", name, workers)
			}
		}
	}
}

func fileBytes(t *testing.T, dir, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name+".parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// A changed prompt has a row in changes, with its parts and its diff; an unchanged one has none.
func TestChangeRows(t *testing.T) {
	dir := t.TempDir()
	written(t, dir, &result.Result{Suite: "s", Case: "c", Changes: []result.Change{
		{Status: result.Unchanged, Path: "turn-1/router", Stage: "router"},
		{Status: result.Changed, Path: "turn-1/main-1", Stage: "main",
			Parts: []string{`message 1 (system) · section "Rules"`}, Text: "-a\n+b\n"},
		{Status: result.Missing, Path: "turn-2/main-1", Stage: "main"},
	}})
	texts := library(t, dir)
	var got [][]any
	for _, row := range readRows[changeRow](t, dir, "changes") {
		got = append(got, []any{row.Suite, row.Case, row.Path, row.Stage, row.Status, len(row.Parts), texts[row.Diff]})
	}
	want := [][]any{{"s", "c", "turn-1/main-1", "main", "changed", 1, "-a\n+b\n"}, {"s", "c", "turn-2/main-1", "main",
		"missing", 0, ""}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("changes (-want +got):\n%s", d)
	}
}

func TestPlaceOfACall(t *testing.T) {
	dir := t.TempDir()
	want := [][]string{
		{"turn-2/node:research/main-3#2", "turn-2/node:research", "turn-2"}, {"end/learn", "end", "end"},
		{"turn-1/main-1/tool-1/sub:1/main-1", "turn-1/main-1/tool-1/sub:1", "turn-1"},
		{"turn-1/../x", "turn-1/..", "turn-1"}, {"alone", "", "alone"},
	}
	r := &result.Result{Trace: &trace.Trace{}}
	for _, w := range want {
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall},
			Call: &trace.Call{Path: w[0]}})
	}
	written(t, dir, r)
	var got [][]string
	for _, row := range readRows[callRow](t, dir, "calls") {
		got = append(got, []string{row.Path, row.Place, row.Turn})
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("path, place, turn (-want +got):\n%s", d)
	}
}

func TestCaseRow(t *testing.T) {
	dir := t.TempDir()
	call := &trace.Call{Path: "turn-1/main-1", Stage: "main",
		Tokens: trace.Tokens{Prompt: 10, Output: 2, Estimated: 12}}
	late := pipeline.Fallback{Stage: "main", Reason: pipeline.Timeout, Tries: 1, Detail: "no time left"}
	written(t, dir, &result.Result{
		Suite: "s", Case: "c", File: "fixtures/c.yaml", Line: 7, Status: result.StatusError, Skipped: "no", Bug: true,
		Compared: true, Tags: []string{"slow", ""},
		Errors: []error{errors.New("e1"), errors.New("e2")}, Failures: []string{"f"}, Warnings: []string{"w"},
		Changes: []result.Change{
			{Status: result.Unchanged}, {Status: result.Changed}, {Status: result.Changed},
			{Status: result.New}, {Status: result.New}, {Status: result.New}, {Status: result.Missing},
			{Status: result.Missing}, {Status: result.Missing}, {Status: result.Missing},
		},
		Forms: []result.FormChange{{Form: "openai", File: "goldens/s/c.openai.json", Status: result.Changed}},
		Trace: &trace.Trace{Outcomes: []trace.Outcome{
			{Place: "turn-1", Outcome: pipeline.Outcome{Status: "waiting"}}, {Place: "turn-2"}, {Place: "end"},
		}, Steps: []trace.Step{
			{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/main-1", Stage: "main"}, Call: call},
			{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-2", Fallback: &late}},
		}},
	}, &result.Result{Suite: "s", Case: "gone", Status: result.StatusOrphan})
	want := []caseRow{{
		Suite: "s", Case: "c", File: "fixtures/c.yaml", Line: 7, Status: "error", Skipped: "no", Bug: true,
		Compared: true,
		Sums: Sums{
			Turns: 3, Calls: 1, Unchanged: 1, Changed: 2, New: 3, Missing: 4, Forms: 1,
			TokensPrompt: 10, TokensOutput: 2, TokensEstimated: 12,
			Fallbacks: []Fallback{{"turn-2", "main", "timeout", 1, "no time left"}}, Asked: []askedRow{{"main", 2}},
		},
		Differ: []formRow{{"openai", "goldens/s/c.openai.json", "changed"}},
		Errors: []string{"e1", "e2"}, Failures: []string{"f"}, Warnings: []string{"w"}, Tags: []string{"slow", ""},
		Outcomes: []outcomeRow{{Turn: "turn-1", Status: "waiting"}, {Turn: "turn-2"}, {Turn: "end"}},
	}, {Suite: "s", Case: "gone", Status: "orphan"}}
	if d := cmp.Diff(want, readRows[caseRow](t, dir, "cases"), cmpopts.EquateEmpty()); d != "" {
		t.Errorf("cases (-want +got):\n%s", d)
	}
}
