package overview_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites"
)

// call is a step of a trace with an answer of this origin.
func call(o pipeline.Origin, tokens suites.Tokens) suites.Step {
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall}, Call: &suites.Call{Origin: o, Tokens: tokens}}
}

func fallback(stage string, reason pipeline.Reason) suites.Step {
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Fallback: &pipeline.Fallback{Stage: stage, Reason: reason, Tries: 1}}}
}

// results are one of each kind.
func results() []*suites.Result {
	return []*suites.Result{
		{
			Suite: "a", Case: "ok", Status: suites.StatusOK,
			Changes: []suites.Change{{Status: suites.Unchanged}, {Status: suites.Changed}, {Status: suites.New}}, Pending: "goldens/a/ok.pending.yaml",
			Trace: &suites.Trace{Steps: []suites.Step{
				call(pipeline.Origin{Source: pipeline.SourceScripted}, suites.Tokens{Prompt: 10, Output: 1, Estimated: 11}),
				call(pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}, suites.Tokens{Prompt: 20, Output: 2}),
				call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale}, suites.Tokens{Prompt: 30, Output: 3}),
				fallback("router", pipeline.Timeout), fallback("main", pipeline.Empty), fallback("router", pipeline.Malformed), fallback("router", pipeline.Timeout),
			}},
		},
		{Suite: "a", Case: "failed", Status: suites.StatusFailed, Failures: []string{"reply"}, Trace: &suites.Trace{Steps: []suites.Step{
			call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved}, suites.Tokens{}),
			call(pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale, Carried: true}, suites.Tokens{}),
			call(pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh}, suites.Tokens{}),
		}}},
		{Suite: "a", Case: "gone", Status: suites.StatusOrphan, Changes: []suites.Change{{Status: suites.Missing}, {Status: suites.Missing}}},
		{Suite: "b", Case: "error", Status: suites.StatusError},
		{Suite: "b", Case: "bug", Status: suites.StatusError, Bug: true},
		{Suite: "b", Case: "skipped", Status: suites.StatusSkipped},
	}
}

func summed() *reports.Summaries {
	s := &reports.Summaries{}
	for _, r := range results() {
		s.Add(r)
	}
	s.Finish(1500 * time.Millisecond)
	return s
}

func TestSummaryJSON(t *testing.T) {
	var b strings.Builder
	o := &reports.Overview{Summaries: *summed()}
	if err := o.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	const want = `{
		"cases": 5, "calls": 6, "failed": 3,
		"prompts": {"unchanged": 1, "changed": 1, "new": 1, "missing": 2},
		"stale": 2, "moved": 1, "carried": 1,
		"fallbacks": [
			{"stage": "main", "reason": "empty", "count": 1}, {"stage": "router", "reason": "malformed", "count": 1}, {"stage": "router", "reason": "timeout", "count": 2}
		],
		"tokens": {"prompt": 60, "output": 6, "estimated": 11},
		"seconds": 1.5, "gates": [], "measures": [], "suites": []
	}`
	var got, wanted any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(want), &wanted); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(wanted, got); d != "" {
		t.Errorf("summary (-want +got):\n%s", d)
	}
}

// A run of nothing has all keys too: a list that is empty is no null.
func TestSummaryJSONOfNothing(t *testing.T) {
	var b strings.Builder
	if err := new(reports.Overview).WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"fallbacks": []`) {
		t.Errorf("no empty list of fallbacks in\n%s", b.String())
	}
}

func TestSummaryCounts(t *testing.T) {
	total := summed().Total
	type counts struct{ Errors, Bugs, Skipped, Imported, Scripted, Otherwise, Pending, Differ int }
	got := counts{total.Errors, total.Bugs, total.Skipped, total.Imported, total.Scripted, total.Otherwise, total.Pending, total.Prompts.Differ()}
	if d := cmp.Diff(counts{Errors: 2, Bugs: 1, Skipped: 1, Imported: 1, Scripted: 2, Otherwise: 1, Pending: 1, Differ: 4}, got); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
}

func TestSummaryTable(t *testing.T) {
	var b strings.Builder
	if err := summed().WriteTable(&b); err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for line := range strings.Lines(b.String()) {
		if !strings.HasPrefix(line, "-") {
			got = append(got, strings.Fields(line))
		}
		if n := len(line); n > 81 {
			t.Errorf("a line of %d columns: %s", n, line)
		}
	}
	want := [][]string{
		{"suite", "cases", "failed", "calls", "changed", "fallbacks", "stale", "tokens", "time"},
		{"a", "2", "1", "6", "4", "4", "2", "~66"},
		{"b", "3", "2", "0", "0", "0", "0", "0"},
		{"total", "5", "3", "6", "4", "4", "2", "~66", "1.50s"},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("table (-want +got):\n%s", d)
	}
}

func TestNotes(t *testing.T) {
	want := []string{
		"prompts: 1 unchanged, 1 changed, 1 new, 2 missing",
		"stale: 2 answers were recorded for another request; record them again",
		"moved: 1 answer was recorded at another path",
		"carried: 1 answer was kept although its prompt has changed",
		"imported: 1 answer comes from elsewhere",
		"scripted: 2 answers are no model's, 1 of them a suite's otherwise",
		"skipped: 1 case is not supported by their system",
		"tokens: 11 of 66 are estimates",
	}
	total := summed().Total
	if d := cmp.Diff(want, total.Notes()); d != "" {
		t.Errorf("notes (-want +got):\n%s", d)
	}
	if notes := new(reports.Summary).Notes(); len(notes) > 0 {
		t.Errorf("a run of nothing notes %q", notes)
	}
}
