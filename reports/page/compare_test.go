package page

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// answered is a case of one call.
func answered(id string, ok bool, answer pipeline.Response, failure *pipeline.Failure) *result.Result {
	said := pipeline.Section{Text: "Hello?"}
	call := &trace.Call{Path: "turn-1/main-1", Stage: "main", Response: answer, Failure: failure,
		Origin: pipeline.Origin{Model: "m"},
		Request: pipeline.Request{Messages: []pipeline.Message{
			{Role: pipeline.RoleUser, Sections: []pipeline.Section{said}}}}}
	res := &result.Result{Suite: "s", Case: id, Status: result.StatusOK, Trace: &trace.Trace{Steps: []trace.Step{
		{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: call.Path, Stage: call.Stage}, Call: call}}}}
	if !ok {
		res.Status, res.Failures = result.StatusFailed, []string{"no"}
	}
	return res
}

// record stores a run below dir.
func record(t *testing.T, dir string, second int, results []*result.Result) *stored.Run {
	t.Helper()
	w, err := stored.Create(dir, storedtest.Started.Add(time.Duration(second)*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if err := w.Add(rows.NewCase(r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(stored.Info{}); err != nil {
		t.Fatal(err)
	}
	run, err := stored.Open(dir, w.Name)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// compared stores two runs of which the second ended with its comparison with the first: of eight cases six are right
// in A and four in B.
func compared(t *testing.T, dir string) (a, b *stored.Run) {
	t.Helper()
	var was, is []*result.Result
	for i, right := range [][2]bool{{true, true}, {true, true}, {true, true}, {true, false}, {true, false},
		{true, false}, {false, true}, {false, false}} {
		id := string(rune('a' + i))
		was = append(was, answered(id, right[0], pipeline.Response{Content: "A says " + id}, nil))
		is = append(is, answered(id, right[1], pipeline.Response{Content: "B says " + id}, nil))
	}
	is[4].Trace.Steps[0].Call.Failure = &pipeline.Failure{Reason: pipeline.Malformed}
	a, b = record(t, dir, 1, was), record(t, dir, 2, is)
	c, err := comparison.Compare(t.Context(), comparison.OfRun(a), comparison.OfRun(b), comparison.Options{
		Metric: "cases", Turned: comparison.MostTurned})
	if err != nil {
		t.Fatal(err)
	}
	if err := stored.KeepComparison(dir, b.Name, c, 0); err != nil {
		t.Fatal(err)
	}
	if b, err = stored.Open(dir, b.Name); err != nil {
		t.Fatal(err)
	}
	return a, b
}

// A comparison has the four counts of its metric, and each case that turned both answers.
func TestComparison(t *testing.T) {
	_, run := compared(t, t.TempDir())
	all, err := ofComparison(t.Context(), run, nil)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d comparisons, %v", len(all), err)
	}
	got := all[0]
	if d := cmp.Diff(&Fourfold{Both: 3, OnlyA: 3, OnlyB: 1, Neither: 1}, got.Rows[0].Counts); d != "" {
		t.Errorf("counts (-want +got):\n%s", d)
	}
	if got.Note != "" || got.Rows[0].Scale < 0.25 {
		t.Errorf("note %q, scale %v", got.Note, got.Rows[0].Scale)
	}
	type turned struct {
		Case, A, B, Error string
		Better            bool
	}
	var cases []turned
	for _, c := range got.Turned {
		cases = append(cases, turned{c.Case, c.AnswerA.Text, c.AnswerB.Text, c.AnswerB.Error, c.Better})
		if d := cmp.Diff([]string{"Hello?"}, c.Request); d != "" {
			t.Errorf("%s: request (-want +got):\n%s", c.Case, d)
		}
	}
	want := []turned{{"d", "A says d", "B says d", "", false}, {"e", "A says e", "", "malformed", false},
		{"f", "A says f", "B says f", "", false}, {"g", "A says g", "B says g", "", true}}
	if d := cmp.Diff(want, cases); d != "" {
		t.Errorf("turned (-want +got):\n%s", d)
	}
}

// The JSON has what compare prints, and more, under one name each.
func TestComparisonJSON(t *testing.T) {
	_, run := compared(t, t.TempDir())
	all, err := ofComparison(t.Context(), run, nil)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(all[0])
	if err != nil {
		t.Fatal(err)
	}
	var printed, shown map[string]any
	for raw, to := range map[string]*map[string]any{string(run.Comparison): &printed, string(text): &shown} {
		if err := json.Unmarshal([]byte(raw), to); err != nil {
			t.Fatal(err)
		}
	}
	for name := range printed {
		if _, ok := shown[name]; !ok {
			t.Errorf("%s is not there", name)
		}
	}
	first := func(of map[string]any, list string) map[string]any { return of[list].([]any)[0].(map[string]any) }
	for _, list := range []string{"rows", "turned"} {
		had, has := first(printed, list), first(shown, list)
		for name, want := range had {
			if d := cmp.Diff(want, has[name]); d != "" {
				t.Errorf("%s: %s (-want +got):\n%s", list, name, d)
			}
		}
	}
}

// Suites that were paired by name have each its own answers.
func TestComparisonOfSuites(t *testing.T) {
	dir := t.TempDir()
	asks := pipeline.Response{ToolCalls: []pipeline.ToolCall{{Name: "look", Arguments: "{}"}}}
	other := answered("c", false, asks, nil)
	other.Suite = "t"
	run := record(t, dir, 1, []*result.Result{answered("c", true, pipeline.Response{Content: "Hi"}, nil), other})
	c, err := comparison.Compare(t.Context(), comparison.OfRun(run), comparison.OfRun(run), comparison.Options{
		Metric: "cases", Turned: -1, Suites: map[string]string{"s": "t"}})
	if err != nil {
		t.Fatal(err)
	}
	if run.Comparison, err = json.Marshal(c); err != nil {
		t.Fatal(err)
	}
	all, err := ofComparison(t.Context(), run, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := all[0].Turned[0]
	want := Turned{Turned: got.Turned, SuiteB: "t", AnswerA: &Answer{Sent: true, Text: "Hi", Model: "m"},
		AnswerB: &Answer{Sent: true, Model: "m", Calls: []Used{{Name: "look", Arguments: "{}"}}},
		Request: []string{"Hello?"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// If a run's folder is gone, its answers are lacking, and a note says so. The other run's are there.
func TestComparisonWithoutRun(t *testing.T) {
	dir := t.TempDir()
	a, b := compared(t, dir)
	if err := os.RemoveAll(filepath.Join(dir, a.Name)); err != nil {
		t.Fatal(err)
	}
	all, err := ofComparison(t.Context(), b, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "The answers of " + a.Name + " are not shown: its folder is not there."
	if all[0].Note != want {
		t.Errorf("note %q, want %q", all[0].Note, want)
	}
	if c := all[0].Turned[0]; c.AnswerA != nil || c.AnswerB == nil || c.Request != nil {
		t.Errorf("answers %v and %v, request %v", c.AnswerA, c.AnswerB, c.Request)
	}
}

// Several comparisons are a list, none is null, and a broken one is an error that names the file.
func TestComparisonsOfRun(t *testing.T) {
	_, run := compared(t, t.TempDir())
	one := run.Comparison
	for text, want := range map[string]int{"": 0, "null": 0, "[]": 0, string(one): 1,
		"[" + string(one) + "," + string(one) + "]": 2} {
		run.Comparison = json.RawMessage(text)
		if all, err := ofComparison(t.Context(), run, nil); err != nil || len(all) != want {
			t.Errorf("%.20s: %d, %v; want %d", text, len(all), err, want)
		}
	}
	run.Comparison = json.RawMessage(`{"rows": 3}`)
	if _, err := ofComparison(t.Context(), run, nil); err == nil {
		t.Error("a comparison whose rows are a number is no error")
	}
}

// Where less is better, the right ones are those without it.
func TestFourfold(t *testing.T) {
	for _, c := range []struct {
		name string
		row  comparison.Row
		want *Fourfold
	}{
		{"more", comparison.Row{Metric: "cases", YesNo: true, Pairs: 10, A: .6, B: .5, OnlyA: 3, OnlyB: 2},
			&Fourfold{Both: 3, OnlyA: 3, OnlyB: 2, Neither: 2}},
		{"less", comparison.Row{Metric: "skills.invented", YesNo: true, Pairs: 10, A: .4, B: .5, OnlyA: 3, OnlyB: 2},
			&Fourfold{Both: 3, OnlyA: 3, OnlyB: 2, Neither: 2}},
		{"other values", comparison.Row{Metric: "skills.f1", Pairs: 10, A: .5, B: .5, OnlyA: 3, OnlyB: 3}, nil},
		{"impossible", comparison.Row{Metric: "cases", YesNo: true, Pairs: 10, A: .1, B: .5, OnlyA: 3, OnlyB: 3}, nil},
	} {
		if d := cmp.Diff(c.want, fourfold(&c.row)); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
}
