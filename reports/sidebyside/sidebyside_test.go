package sidebyside_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/sidebyside"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/stored/storedtest"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// call returns a call of so many prompt tokens, of which an earlier one of its stage had kept.
func call(path string, depth, tokens, kept int) trace.Step {
	prefix := &trace.Prefix{Prompt: 4 * tokens, Tokens: kept}
	if kept > 0 {
		prefix.Of, prefix.End.Why = "turn-1/main", trace.EndGrew
	}
	return trace.Step{
		Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Stage: "main", Depth: depth},
		Call: &trace.Call{Path: path, Stage: "main", Prefix: prefix, Tokens: trace.Tokens{Prompt: tokens, Output: 1},
			Estimates: trace.Estimates{Prompt: tokens}},
	}
}

// ran returns a case of one turn with these steps, which says reply.
func ran(system, suite, file, reply string, steps ...trace.Step) *result.Result {
	outcome := pipeline.Outcome{Status: pipeline.StatusDone, Replies: []pipeline.Reply{{Text: reply}}}
	return &result.Result{
		Suite: suite, System: system, Case: strings.TrimSuffix(file, ".yaml"), File: file, Status: result.StatusOK,
		Trace: &trace.Trace{
			Steps:    steps,
			Inputs:   []trace.Input{{Place: "turn-1", Kind: pipeline.UserMessage, Text: "Hello"}},
			Outcomes: []trace.Outcome{{Place: "turn-1", Outcome: outcome}},
		},
	}
}

// notFinished is a case that ends in a status without a trace.
func notFinished(system, suite, file string, status result.Status) *result.Result {
	r := ran(system, suite, file, "")
	r.Status, r.Trace = status, nil
	return r
}

// Sums are over what all systems finished; the first suite of a system and the first sample of a case count.
func TestRead(t *testing.T) {
	sample := ran("a", "a1", "hello.yaml", "second sample", call("turn-1/main", 1, 1000, 0))
	sample.Sample = 1
	cell := func(fault string, v result.Verdict, p pipeline.Policy, reason pipeline.Reason) result.Cell {
		return result.Cell{Path: "turn-1/main", Stage: "main", Fault: fault, Verdict: v, Policy: p, Reason: reason}
	}
	first := ran("a", "a1", "hello.yaml", "Hi", call("turn-1/main", 1, 10, 0), call("turn-1/main#2", 1, 30, 6),
		trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback, Path: "turn-1/main", Stage: "main",
			Fallback: &pipeline.Fallback{Stage: "main", Reason: pipeline.Empty, Tries: 2}}, Attached: true})
	first.Cells = []result.Cell{
		cell("empty", result.VerdictRightFallback, pipeline.Strict, pipeline.Empty),
		cell("empty", result.VerdictSilentDamage, pipeline.Strict, ""),
		cell("empty", result.VerdictCrash, pipeline.Mend, ""),           // a repair: not judged
		cell("prose", result.VerdictNotApplicable, pipeline.Strict, ""), // nothing was broken
	}
	run := storedtest.Record(t, t.TempDir(), stored.Info{},
		first, sample,
		ran("a", "a1", "some.yaml", "Only some", call("turn-1/main", 1, 500, 0)),
		ran("a", "a1", "alone.yaml", "Alone", call("turn-1/main", 1, 500, 0)),
		ran("a", "a2", "hello.yaml", "another suite", call("turn-1/main", 1, 2000, 0)),
		ran("b", "b", "hello.yaml", "Hi", call("turn-1/main", 1, 20, 0)),
		notFinished("b", "b", "some.yaml", result.StatusError),
		ran("c", "c", "hello.yaml", "Hello!", call("turn-1/main", 1, 40, 0)),
		ran("c", "c", "some.yaml", "Only some", call("turn-1/main", 1, 40, 0)),
		notFinished("d", "d", "hello.yaml", result.StatusSkipped),
	)
	got, err := sidebyside.Read(t.Context(), run, -1)
	if err != nil {
		t.Fatal(err)
	}
	a := sidebyside.Sums{Calls: 2, Depth: 1, PromptTokens: 40, OutputTokens: 2, PrefixTokens: 30, KeptTokens: 6,
		Decisions: 1, ByFallback: 1}
	b := sidebyside.Sums{Calls: 1, Depth: 1, PromptTokens: 20, OutputTokens: 1, Decisions: 1}
	c := sidebyside.Sums{Calls: 1, Depth: 1, PromptTokens: 40, OutputTokens: 1, Decisions: 1}
	alone := sidebyside.Sums{Calls: 1, Depth: 1, PromptTokens: 500, OutputTokens: 1, Decisions: 1}
	said := func(system, text string) sidebyside.Answer {
		return sidebyside.Answer{System: system, Status: pipeline.StatusDone, Texts: []string{text}}
	}
	want := &sidebyside.Report{
		Run: run.Name, Shared: 1,
		Systems: []sidebyside.System{
			{System: "a", Sums: a, Faults: []sidebyside.Fault{{Fault: "empty", Broken: 2, FellBack: 1, Right: 1}}},
			{System: "b", Sums: b, Faults: []sidebyside.Fault{}},
			{System: "c", Sums: c, Faults: []sidebyside.Fault{}},
		},
		Conversations: []sidebyside.Conversation{
			{Case: "hello", File: "hello.yaml",
				By: []sidebyside.Ran{{System: "a", Suite: "a1", Sums: a}, {System: "b", Suite: "b", Sums: b},
					{System: "c", Suite: "c", Sums: c}},
				Turns: []sidebyside.Turn{{Turn: "turn-1", User: "Hello",
					Answers: []sidebyside.Answer{said("a", "Hi"), said("b", "Hi"), said("c", "Hello!")}}}},
			{Case: "some", File: "some.yaml",
				By: []sidebyside.Ran{{System: "a", Suite: "a1", Sums: alone}, {System: "c", Suite: "c", Sums: c}},
				Turns: []sidebyside.Turn{{Turn: "turn-1", User: "Hello",
					Answers: []sidebyside.Answer{said("a", "Only some"), said("c", "Only some")}}}},
		},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	short, err := sidebyside.Read(t.Context(), run, 1)
	if err != nil {
		t.Fatal(err)
	}
	if short.More != 1 || len(short.Conversations[0].Turns) != 1 || len(short.Conversations[1].Turns) != 0 {
		t.Errorf("of two conversations one was to be shown with its turns, got %+v", short)
	}
}

// Without systems to compare there is an error that says what is missing.
func TestReadNothingInCommon(t *testing.T) {
	one := ran("a", "a", "hello.yaml", "Hi", call("turn-1/main", 1, 10, 0))
	for name, c := range map[string]struct {
		results []*result.Result
		want    string
	}{
		"no case":     {[]*result.Result{notFinished("", "a", "gone.yaml", result.StatusOrphan)}, "has no case"},
		"one system":  {[]*result.Result{one}, "has only one system, a: "},
		"other files": {[]*result.Result{one, ran("b", "b", "bye.yaml", "Bye")}, "no two systems of run"},
		"not finished": {[]*result.Result{one, notFinished("b", "b", "hello.yaml", result.StatusSkipped)},
			"finished the same case (it has a, b)"},
	} {
		t.Run(name, func(t *testing.T) {
			run := storedtest.Record(t, t.TempDir(), stored.Info{}, c.results...)
			if _, err := sidebyside.Read(t.Context(), run, -1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("want an error with %q, got %v", c.want, err)
			}
		})
	}
}

// Without a conversation that all systems finished there are answers but no sums; texts are made safe.
func TestWrite(t *testing.T) {
	hostile := "Hi | \x1b[31m<b>\nthere"
	run := storedtest.Record(t, t.TempDir(), stored.Info{},
		ran("a", "a", "x.yaml", hostile), ran("a", "a", "y.yaml", "y"),
		ran("b", "b", "x.yaml", "Hi"), ran("b", "b", "z.yaml", "z"),
		ran("c", "c", "y.yaml", "y"), ran("c", "c", "z.yaml", "z"))
	report, err := sidebyside.Read(t.Context(), run, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"table", "markdown"} {
		var b strings.Builder
		if err := report.Write(&b, format, 0); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"No conversation was finished by all 3 systems", "x/turn-1", "y/turn-1",
			"Without the answers of 1 conversation more"} {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s: want %q in:\n%s", format, want, b.String())
			}
		}
		if strings.Contains(b.String(), "\x1b") || format == "markdown" && strings.Contains(b.String(), "<b>") {
			t.Errorf("%s: a reply is markup:\n%q", format, b.String())
		}
	}
}
