package overview

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// overviewOf is the overview of some results with the built-in gates.
func overviewOf(t *testing.T, results []*suites.Result, gates ...string) *Overview {
	t.Helper()
	o := NewOverview(nil)
	for _, r := range results {
		o.Add(r)
	}
	all, err := suites.NewGates(nil, true, gates, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Finish(time.Second, all); err != nil {
		t.Fatal(err)
	}
	return o
}

// The repository's own run, and one with names of every width, fit 80 columns: characters of East Asia take two.
func TestOverviewFits(t *testing.T) {
	wide := strings.Repeat("很长的名字", 12)
	named := &suites.Result{
		Suite: "a-suite-with-a-name-that-is-longer-than-any-table-has-room-for", Case: wide, Status: suites.StatusOK,
		Scores: []suites.Score{
			{Scorer: "routing", Metric: "accuracy", By: "hard", Unit: suites.Share, Expected: true, Want: wide, Got: "b\x1b[31m", Reason: "r"},
			{Scorer: "routing", Metric: "accuracy", By: "hard", Unit: suites.Share, Expected: true, Want: "b_c", Got: "d_e", Reason: "r"},
		},
		Trace: &suites.Trace{Steps: []suites.Step{
			{
				Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: "turn-1/" + wide, Stage: wide, Try: 1},
				Call:  &suites.Call{Path: "turn-1/" + wide, Stage: wide, Tokens: suites.Tokens{Prompt: 123456789}},
			},
			{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1", Fallback: &pipeline.Fallback{Stage: wide, Reason: pipeline.Reason(wide)}}},
		}},
	}
	own := ran(t, repository(t), "", suites.Options{}, t.TempDir())
	for name, results := range map[string][]*suites.Result{"own": own, "wide": {named}} {
		var b strings.Builder
		if err := overviewOf(t, results).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if len(b.String()) < 500 {
			t.Errorf("%s: no more than\n%s", name, b.String())
		}
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			if w := width(line); w > 80 && !strings.HasPrefix(line, "gate ") { // the case to look at is not cut
				t.Errorf("%s: %d columns: %s", name, w, line)
			}
			if strings.Contains(line, "\x1b") {
				t.Errorf("%s: a control character: %q", name, line)
			}
		}
	}
}

// What report show reads back makes the same overview as the run itself, but for what only messages tell.
func TestReadRun(t *testing.T) {
	dir := t.TempDir()
	results := ran(t, repository(t), "", suites.Options{}, dir)
	var back []*suites.Result
	err := ReadRun(dir, func(r *suites.Result) error {
		back = append(back, r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want, got := overviewOf(t, results, "routing.accuracy >= 0.9"), overviewOf(t, back, "routing.accuracy >= 0.9")
	want.Skills, got.Skills = Skills{}, Skills{}
	var w, g strings.Builder
	for b, o := range map[*strings.Builder]*Overview{&w: want, &g: got} {
		if err := o.WriteText(b); err != nil {
			t.Fatal(err)
		}
		if err := o.WriteJSON(b); err != nil {
			t.Fatal(err)
		}
	}
	if w.String() != g.String() {
		t.Errorf("the run:\n%s\nread back:\n%s", w.String(), g.String())
	}
}

// The largest prompts are the largest, and of equal ones the first.
func TestLargestPrompts(t *testing.T) {
	r := &suites.Result{Suite: "s", Case: "c", Trace: &suites.Trace{}}
	for i, tokens := range []int{5, 9, 7, 9, 1, 8, 7, 9, 2} {
		path := fmt.Sprint("call-", i)
		r.Trace.Steps = append(r.Trace.Steps, suites.Step{
			Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path}, Call: &suites.Call{Path: path, Tokens: suites.Tokens{Prompt: tokens}},
		})
	}
	o := NewOverview(nil)
	o.Add(r)
	var got []string
	for _, p := range o.largest {
		got = append(got, p.path)
	}
	if want := "call-1 call-3 call-7 call-5 call-2"; strings.Join(got, " ") != want {
		t.Errorf("largest: %v, want %s", got, want)
	}
}

// A selection keeps the calls of some stages and what is about them.
func TestSelection(t *testing.T) {
	result := func() *suites.Result {
		call := func(path, stage string) suites.Step {
			return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: stage}, Call: &suites.Call{Path: path, Stage: stage}}
		}
		return &suites.Result{
			Suite: "s", Case: "c/d", Status: suites.StatusFailed,
			Changes: []suites.Change{{Status: suites.Changed, Path: "turn-1/main-1", Stage: "main"}, {Status: suites.Unchanged}},
			Scores:  []suites.Score{{Path: "turn-1/router"}, {Path: "turn-1"}, {By: "main"}},
			Trace:   &suites.Trace{Steps: []suites.Step{call("turn-1/router", "router"), call("turn-1/main-1", "main")}},
		}
	}
	for _, tt := range []struct {
		s                      Selection
		is                     bool
		calls, changes, scores int
	}{
		{Selection{}, true, 2, 2, 3},
		{Selection{Suites: []string{"t"}}, false, 2, 2, 3},
		{Selection{Cases: []string{"c/*"}}, true, 2, 2, 3},
		{Selection{Verdicts: []string{"ok"}}, false, 2, 2, 3},
		{Selection{Verdicts: []string{"changed", "ok"}}, true, 2, 2, 3},
		{Selection{Stages: []string{"router"}}, true, 1, 0, 1},
		{Selection{Stages: []string{"turn-1/main-*"}}, true, 1, 1, 0},
		{Selection{Stages: []string{"main"}}, true, 1, 1, 1},
	} {
		r := result()
		is := tt.s.Apply(r)
		if got := [...]int{len(r.Trace.Steps), len(r.Changes), len(r.Scores)}; is != tt.is || got != [...]int{tt.calls, tt.changes, tt.scores} {
			t.Errorf("%+v: %v %v", tt.s, is, got)
		}
	}
}
