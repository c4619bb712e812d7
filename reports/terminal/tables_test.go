package terminal

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/reportstest"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// The repository's own run, and one with names of every width, fit 80 columns: characters of East Asia take two.
func TestTablesFit(t *testing.T) {
	wide := strings.Repeat("很长的名字", 12)
	named := &result.Result{
		Suite: "a-suite-with-a-name-that-is-longer-than-any-table-has-room-for", Case: wide, Status: result.StatusOK,
		Scores: []score.Score{
			{Scorer: "routing", Metric: "accuracy", Facet: "hard", Unit: score.Share, Expected: true, Want: wide,
				Got: "b\x1b[31m", Reason: "r"},
			{Scorer: "routing", Metric: "accuracy", Facet: "hard", Unit: score.Share, Expected: true, Want: "b_c",
				Got: "d_e", Reason: "r"},
		},
		Trace: &trace.Trace{Steps: []trace.Step{
			{
				Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/" + wide, Stage: wide, Try: 1},
				Call:  &trace.Call{Path: "turn-1/" + wide, Stage: wide, Tokens: trace.Tokens{Prompt: 123456789}},
			},
			{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1",
				Fallback: &pipeline.Fallback{Stage: wide, Reason: pipeline.Reason(wide)}}},
		}},
	}
	for name, results := range map[string][]*result.Result{"own": ownResults(t), "wide": {named}} {
		var b strings.Builder
		tables, cases := NewTables(&b, 80), newCases(results)
		for _, c := range cases {
			if err := tables.Case(c); err != nil {
				t.Fatal(err)
			}
		}
		if err := tables.End(finished(t, cases)); err != nil {
			t.Fatal(err)
		}
		if len(b.String()) < 500 {
			t.Errorf("%s: no more than\n%s", name, b.String())
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			// the example case is not cut
			if w := printable.Width(line); w > 80 && !strings.HasPrefix(line, "gate ") {
				t.Errorf("%s: %d columns: %s", name, w, line)
			}
			if strings.Contains(line, "\x1b") {
				t.Errorf("%s: a control character: %q", name, line)
			}
		}
	}
}

// A stored run makes the same tables as the run itself, except data from messages, and what the cases reach: that is in
// coverage.parquet by suite, and report coverage prints it.
func TestStoredRunPrintsTheSame(t *testing.T) {
	results := ownResults(t)
	run := storedtest.Record(t, t.TempDir(), stored.Info{}, results...)
	var back []*rows.Case
	err := run.Cases(t.Context(), rows.With{Calls: true, Scores: true}, func(c *rows.Case) error {
		back = append(back, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	print := func(cases []*rows.Case) string {
		var b strings.Builder
		for _, c := range cases {
			r := *c.Result
			r.Space = nil
			c.Result = &r
		}
		o := finished(t, cases, "routing.accuracy >= 0.9")
		if err := errors.Join(NewTables(&b, 0).End(o), ci.NewJSON(&b, true).End(o)); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if d := cmp.Diff(print(newCases(results)), print(back)); d != "" {
		t.Errorf("(-run +stored):\n%s", d)
	}
}

// own caches the results of the repository's own cases. No test changes it, and tests are not concurrent.
var own []*result.Result

func ownResults(t *testing.T) []*result.Result {
	t.Helper()
	if own == nil {
		own = reportstest.Ran(t, reportstest.Repository(t), "", reportstest.Sampled())
	}
	return own
}

func newCases(results []*result.Result) []*rows.Case {
	var cases []*rows.Case
	for _, r := range results {
		cases = append(cases, rows.NewCase(r))
	}
	return cases
}

// finished returns the overview of some cases with the built-in gates and more.
func finished(t reportstest.TB, cases []*rows.Case, gates ...string) *overview.Overview {
	t.Helper()
	o := overview.New(nil)
	for _, c := range cases {
		o.Add(c)
	}
	all, err := project.GatesOf(nil, true, false, gates, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Finish(t.Context(), time.Second, all); err != nil {
		t.Fatal(err)
	}
	return o
}

// The suites are in a table, with the sum below them.
func TestSuitesTable(t *testing.T) {
	var b strings.Builder
	o := overview.New(nil)
	for _, c := range newCases(storedtest.EachKind()) {
		o.Add(c)
	}
	o.Restore(&stored.Info{Seconds: 1.5})
	if err := writeSuites(&b, 80, o); err != nil {
		t.Fatal(err)
	}
	var got [][]string
	for line := range strings.Lines(strings.TrimSuffix(b.String(), "\n")) {
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
