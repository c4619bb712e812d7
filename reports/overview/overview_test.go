package overview_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// The largest prompts are kept; among equals, the first.
func TestLargestPrompts(t *testing.T) {
	r := &result.Result{Suite: "s", Case: "c", Trace: &trace.Trace{}}
	for i, tokens := range []int{5, 9, 7, 9, 1, 8, 7, 9, 2} {
		path := fmt.Sprint("call-", i)
		r.Trace.Steps = append(r.Trace.Steps, trace.Step{
			Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path},
			Call:  &trace.Call{Path: path, Tokens: trace.Tokens{Prompt: tokens}},
		})
	}
	o := overview.New(nil)
	o.Add(rows.NewCase(r))
	var got []string
	for _, p := range o.Largest {
		got = append(got, p.Path)
	}
	if want := "call-1 call-3 call-7 call-5 call-2"; strings.Join(got, " ") != want {
		t.Errorf("largest: %v, want %s", got, want)
	}
}

// Cases are counted by how they ended, calls by where their answers come from.
func TestSummaryCounts(t *testing.T) {
	total := counted().Total
	type counts struct{ Errors, Bugs, Skipped, Imported, Scripted, Otherwise, Pending, Differ int }
	got := counts{total.Errors, total.Bugs, total.Skipped, total.Imported, total.Scripted, total.Otherwise,
		total.Pending, total.Prompts.Differ()}
	if d := cmp.Diff(counts{Errors: 2, Bugs: 1, Skipped: 1, Imported: 1, Scripted: 2, Otherwise: 1, Pending: 1,
		Differ: 4}, got); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
}

// Sums over suites are those of the run.
func TestSummariesMerge(t *testing.T) {
	o := counted()
	var sum overview.Summary
	for i := range o.Suites {
		sum.Merge(&o.Suites[i].Summary)
	}
	if d := cmp.Diff(o.Total, sum); d != "" || len(o.Suites) < 2 {
		t.Errorf("%d suites (-total +sum):\n%s", len(o.Suites), d)
	}
}

func counted() *overview.Overview {
	o := overview.New(nil)
	for _, r := range storedtest.EachKind() {
		o.Add(rows.NewCase(r))
	}
	return o
}
