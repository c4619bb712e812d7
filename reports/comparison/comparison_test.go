package comparison_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// routed returns a case whose router decided something in a time, and whose label asks for new_task.
func routed(suite, id, decision string, took time.Duration) *result.Result {
	holds := decision == "new_task"
	r := &result.Result{Suite: suite, Case: id, Status: result.StatusFailed, Failures: []string{"wrong"},
		Tags: []string{"shop"}, Trace: &trace.Trace{Suite: suite, Case: id, Steps: []trace.Step{{
			Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/router", Stage: "router"},
			Call: &trace.Call{Path: "turn-1/router", Stage: "router",
				Origin:   pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchLive, Model: "m"},
				Response: pipeline.Response{Content: decision, Duration: took},
				Decision: json.RawMessage(`{"action":"` + decision + `","reason":"` + id + decision + `"}`)},
		}}},
		Scores: []score.Score{{Scorer: "routing", Metric: "accuracy", Facet: "hard", Turn: "turn-1",
			Path: "turn-1/router", Unit: score.Share, Expected: true, Holds: holds, Want: "new_task"}}}
	if holds {
		r.Status, r.Failures, r.Scores[0].Value = result.StatusOK, nil, 1
	}
	return r
}

// models returns the cases of two models: of 40, the second one answers 12 that the first one does not, and misses 2
// that it does, in twice the time.
func models() (a, b []*result.Result) {
	for i := range 40 {
		ofA, ofB := "new_task", "new_task"
		if i < 12 {
			ofA = "simple_chat"
		} else if i < 14 {
			ofB = "close_task"
		}
		id := fmt.Sprintf("case-%02d", i)
		a = append(a, routed("s", id, ofA, time.Second))
		b = append(b, routed("s", id, ofB, 2*time.Second))
	}
	return a, b
}

func side(t *testing.T, all []*result.Result) (*comparison.Side, *stored.Run) {
	t.Helper()
	run := storedtest.Record(t, t.TempDir(), stored.Info{Answers: &stored.Answers{Model: "ollama:m"}}, all...)
	return comparison.OfRun(run), run
}

func compare(t *testing.T, a, b []*result.Result, o comparison.Options) *comparison.Comparison {
	t.Helper()
	x, _ := side(t, a)
	y, _ := side(t, b)
	c, err := comparison.Compare(t.Context(), x, y, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestCompare(t *testing.T) {
	a, b := models()
	lost := routed("s", "lost", "new_task", time.Second)
	b = append(b, lost)
	unanswered := func(r *result.Result) *result.Result {
		r.Status = result.StatusError
		r.Trace.Steps[0].Call.Failure = &pipeline.Failure{Reason: pipeline.Transport}
		return r
	}
	a = append(a, routed("s", "gone", "new_task", time.Second), routed("s", "dead", "new_task", time.Second))
	b = append(b, unanswered(routed("s", "dead", "", 0)))
	var pairs []rows.PairRow
	keep := func(r rows.PairRow) error {
		pairs = append(pairs, r)
		return nil
	}
	c := compare(t, a, b, comparison.Options{Metric: metric.Cases, By: "label", Turned: 3, Row: keep})
	if c.Verdict != "b" || c.Pairs != 40 || c.Groups != 40 {
		t.Errorf("%+v", c)
	}
	wantOut := []comparison.LeftOut{{Reason: "no answer of the server", Cases: 1}, {Reason: "only in A", Cases: 1},
		{Reason: "only in B", Cases: 1}}
	if d := cmp.Diff(wantOut, c.LeftOut); d != "" {
		t.Error(d)
	}
	row := c.Primary()
	if row.OnlyA != 2 || row.OnlyB != 12 || row.A != 0.7 || row.B != 0.95 || fmt.Sprintf("%.6f", row.P) != "0.012939" ||
		row.PHolm != nil || row.WilsonA == nil {
		t.Errorf("%+v", row)
	}
	var names []string
	for _, r := range c.Rows {
		names = append(names, r.Metric+"/"+r.Part)
		if !r.Primary && r.PHolm == nil {
			t.Errorf("%s is not adjusted", r.Metric)
		}
	}
	want := []string{"cases/", "cases/new_task", "routing.accuracy/", "routing.accuracy[hard]/"}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	wantTurned := []comparison.Turned{
		{Suite: "s", Case: "case-12", From: "ok", To: "failed", FirstPath: "turn-1/router", DecidedA: "new_task",
			DecidedB: "close_task"},
		{Suite: "s", Case: "case-13", From: "ok", To: "failed", FirstPath: "turn-1/router", DecidedA: "new_task",
			DecidedB: "close_task"},
		{Suite: "s", Case: "case-00", From: "failed", To: "ok", FirstPath: "turn-1/router", DecidedA: "simple_chat",
			DecidedB: "new_task"},
	}
	if d := cmp.Diff(wantTurned, c.Turned); d != "" {
		t.Error(d)
	}
	if r := c.Ratios[0]; r.Of != "time" || r.A != 1e9 || r.B != 2e9 || fmt.Sprintf("%.3f", r.Ratio) != "2.000" {
		t.Errorf("%+v", r)
	}
	if n := len(pairs); n != 40*3+3 {
		t.Errorf("%d rows of pairs", n)
	}
}

// The order of cases in a run decides nothing but the order of rows; groups make the interval wider.
func TestOrderAndGroups(t *testing.T) {
	a, b := models()
	o := comparison.Options{Metric: metric.Cases}
	want := compare(t, a, b, o)
	reversed := slices.Clone(b)
	slices.Reverse(reversed)
	got := compare(t, a, reversed, o)
	if d := cmp.Diff(want.Sentence(), got.Sentence()); d != "" || *want.Primary().Low != *got.Primary().Low {
		t.Error(d)
	}
	for i := range a { // what turned is in three dialogues
		a[i].Group, b[i].Group = fmt.Sprint("dialogue-", i/5), fmt.Sprint("dialogue-", i/5)
	}
	grouped := compare(t, a, b, o)
	if grouped.Groups != 8 || grouped.Primary().WilsonA != nil || grouped.Verdict != comparison.NotDecided ||
		*grouped.Primary().Low > 0 {
		t.Errorf("%+v", grouped.Primary())
	}
	if s := grouped.Sentence(); !strings.HasPrefix(s, "Not decided (p 0.013): the interval contains 0.") {
		t.Error(s)
	}
}

// Of counts and costs less is better; they are neither right nor wrong, and the table says so. Parts of the primary
// metric stand below it.
func TestLessIsBetter(t *testing.T) {
	a, b := models()
	for i := range a {
		for _, r := range []*result.Result{a[i], b[i]} {
			r.Scores = append(r.Scores, score.Score{Scorer: "cost", Metric: "calls", Unit: score.Count, Value: 2})
		}
		if i < 8 {
			b[i].Scores[1].Value = 3
		}
	}
	c := compare(t, a, b, comparison.Options{Metric: "cost.calls", By: "tag", Turned: 1})
	row := c.Primary()
	if c.Verdict != "a" || row.OnlyA != 8 || row.OnlyB != 0 || row.Difference != 0.2 || c.Turned[0].To != "3" {
		t.Errorf("%s, %+v, %+v", c.Verdict, row, c.Turned)
	}
	var table strings.Builder
	if err := c.WriteTable(&table, 80); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\ncost.calls ", "\n  shop ", "\nOf cost.calls less is better.\n",
		"\ncost.calls: values other than right and wrong", "\nA is better (p 0.008).", "\n8 turned worse, 0 better"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, table.String())
		}
	}
	if strings.Index(table.String(), "\n  shop ") > strings.Index(table.String(), "\ncases ") {
		t.Errorf("the part of a tag is below another metric:\n%s", table.String())
	}
}

// A suite that a run does not have is an error, which names those it has.
func TestUnknownSuite(t *testing.T) {
	a, _ := models()
	x, _ := side(t, a)
	y, _ := side(t, a)
	_, err := comparison.Compare(t.Context(), x, y, comparison.Options{Metric: metric.Cases,
		Suites: map[string]string{"s": "other"}})
	if err == nil || !strings.HasSuffix(err.Error(), "has no case of the suite other (known: s)") {
		t.Error(err)
	}
}

// Suites of other names are compared as they are paired, and no others.
func TestSuites(t *testing.T) {
	a := []*result.Result{routed("one", "x", "new_task", 0), routed("two", "x", "new_task", 0)}
	c := compare(t, a, a, comparison.Options{Metric: metric.Cases, Suites: map[string]string{"one": "two"}})
	if c.Pairs != 1 || len(c.LeftOut) != 0 || c.B.Suites[0] != "two" {
		t.Errorf("%+v", c)
	}
}

// Gates compare B with A as their baseline. Cases of B that did not finish leave them open.
func TestGates(t *testing.T) {
	var gates []metric.Gate
	for _, text := range []string{"cases >= baseline - 3pp", "cases >= baseline", "cases >= 99%"} {
		g, err := metric.ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		gates = append(gates, g)
	}
	a, b := models()
	c := compare(t, a, b, comparison.Options{Metric: metric.Cases, Gates: gates})
	if v := c.Gates; !v[0].Holds || !v[1].Holds || !v[1].Point || v[2].Holds || !c.Failing() {
		t.Errorf("%+v", v)
	}
	back := compare(t, b, a, comparison.Options{Metric: metric.Cases, Gates: gates[:1]})
	if v := back.Gates[0]; v.Holds || v.Open {
		t.Errorf("%+v", v)
	}
	b[0].Status = result.StatusError
	if v := compare(t, a, b, comparison.Options{Metric: metric.Cases, Gates: gates[:1]}).Gates[0]; v.Holds ||
		v.Undecided != 1 {
		t.Errorf("%+v", v)
	}
}

// Several runs are each compared with A, and their p adjusted.
func TestAdjust(t *testing.T) {
	a, b := models()
	o := comparison.Options{Metric: metric.Cases}
	all := []*comparison.Comparison{compare(t, a, b, o), compare(t, a, b, o), compare(t, a, b, o),
		compare(t, a, b, o)}
	comparison.Adjust(all)
	for _, c := range all {
		if c.Verdict != comparison.NotDecided || fmt.Sprintf("%.4f", *c.Primary().PHolm) != "0.0518" {
			t.Errorf("%s, %v", c.Verdict, *c.Primary().PHolm)
		}
	}
}

// A file that is not the exported table of cases says so.
func TestFiles(t *testing.T) {
	a, _ := models()
	x, _ := side(t, a)
	for text, want := range map[string]string{
		"{}":             "it is no list",
		"[{}]":           "case 1 has no suite, case_id or status",
		`[{"suite": 3}]`: "case 1: json: cannot unmarshal",
		`[{"suite": "s", "case_id": "case-00", "status": "ok"}`:   "unexpected EOF",
		`[{"suite": "s", "case_id": "case-00", "status": "ok"}]x`: "there is more after its list",
		`[{"suite": "s", "case_id": "case-00", "status": "ok"}]`:  "",
	} {
		file := filepath.Join(t.TempDir(), "cases.json")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		c, err := comparison.Compare(t.Context(), x, comparison.OfFile(file), comparison.Options{Metric: metric.Cases})
		switch {
		case want == "" && (err != nil || c.Pairs != 1 || c.Primary().OnlyB != 1):
			t.Errorf("%s: %v, %+v", text, err, c)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestWriteTable(t *testing.T) {
	a, b := models()
	c := compare(t, a, b, comparison.Options{Metric: metric.Cases, Turned: 1})
	c.A.Run, c.B.Run = "one", "two"
	var table, markdown strings.Builder
	if err := c.WriteTable(&table, 0); err != nil {
		t.Fatal(err)
	}
	if err := c.WriteMarkdown(&markdown); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"A ollama:m, run one\nB ollama:m, run two\n40 pairs\n", "70.0%  95.0%  +25.0",
		"time a case", "×2.00…×2.00", "B is better (p 0.013).", "2 turned worse, 12 better; the first 1 (--all: all):",
		"new_task → close_task"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, table.String())
		}
	}
	if !strings.Contains(markdown.String(), "**B is better (p 0.013).") {
		t.Error(markdown.String())
	}
}
