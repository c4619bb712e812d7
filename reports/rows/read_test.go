package rows

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// read returns the cases that Read reads from a folder.
func read(t *testing.T, dir string, with With) []*Case {
	t.Helper()
	var cases []*Case
	err := Read(t.Context(), dir, with, func(c *Case) error {
		cases = append(cases, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

// told returns the parts of a case that a report may use: everything but the texts of a trace, whose tables Read
// ignores.
func told(c *Case) map[string]any {
	var calls []trace.Call
	if c.Trace != nil {
		for _, call := range c.Trace.Calls() {
			calls = append(calls, trace.Call{
				Path: call.Path, Stage: call.Stage, Missed: call.Missed, Tokens: call.Tokens, Estimates: call.Estimates,
			})
		}
	}
	return map[string]any{
		"name": c.Name(), "suite": c.Suite, "file": c.File, "line": c.Line, "tags": c.Tags, "status": c.Status,
		"errors": c.ErrorTexts(), "failures": c.Failures, "warnings": c.Warnings, "skipped": c.Skipped, "bug": c.Bug,
		"compared": c.Compared, "changes": c.Differing(), "forms": c.Forms, "scores": len(c.Scores), "sums": c.Sums,
		"calls": calls, "stale": c.StaleCalls(), "figures": c.Figures,
	}
}

// A stored run has the same cases as the run itself.
func TestReadTellsWhatTheRunTold(t *testing.T) {
	results := append(ownResults(t), &result.Result{
		Suite: "z", Case: "changed", File: "f.yaml", Line: 3, Status: result.StatusFailed, Compared: true,
		Failures: []string{"no"}, Forms: []result.FormChange{{Form: "openai", File: "z.json", Status: result.New}},
		Changes: []result.Change{
			{Status: result.Changed, Path: "turn-1/main-1", Stage: "main", Parts: []string{"message 1"},
				Text: "-a\n+b\n"},
			{Status: result.Unchanged, Path: "turn-1/main-2"},
			{Status: result.Missing, Path: "turn-1/main-3", Stage: "main", Text: "gone\n"},
		},
		Trace: &trace.Trace{},
	})
	dir := t.TempDir()
	written(t, dir, results...)
	var want, got []map[string]any
	for _, r := range results {
		want = append(want, told(NewCase(r)))
	}
	for _, c := range read(t, dir, With{Calls: true, Scores: true, Diffs: 10}) {
		got = append(got, told(c))
	}
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty(), cmp.AllowUnexported(askedRow{})); d != "" {
		t.Errorf("(-run +stored):\n%s", d)
	}
}

// Only what is requested is read, and no more diffs than requested.
func TestReadLeavesOut(t *testing.T) {
	var changes []result.Change
	for i := range 5 {
		changes = append(changes, result.Change{Status: result.Changed, Path: fmt.Sprint("p", i),
			Text: fmt.Sprint("+", i/2)})
	}
	dir := t.TempDir()
	written(t, dir, &result.Result{
		Suite: "s", Case: "c", Changes: changes, Scores: []score.Score{{Scorer: "answer"}}, Trace: &trace.Trace{},
	})
	for want, with := range map[string]With{
		"trace false, 0 scores, 5 undiffed: , , , , ":           {},
		"trace true, 0 scores, 5 undiffed: , , , , ":            {Calls: true},
		"trace false, 1 scores, 5 undiffed: , , , , ":           {Scores: true},
		"trace false, 0 scores, 1 undiffed: +0, +0, +1, +1, ":   {Diffs: 2},
		"trace false, 0 scores, 0 undiffed: +0, +0, +1, +1, +2": {Diffs: 3},
	} {
		c := read(t, dir, with)[0]
		var diffs []string
		for _, change := range c.Changes {
			diffs = append(diffs, change.Text)
		}
		got := fmt.Sprintf("trace %v, %d scores, %d undiffed: %s", c.Trace != nil, len(c.Scores), c.Undiffed,
			strings.Join(diffs, ", "))
		if got != want {
			t.Errorf("%+v: %s, want %s", with, got, want)
		}
	}
}
