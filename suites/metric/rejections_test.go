package metric

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A decision is made by the first answer, by one after a rejected one, or by a fallback, which has also rejected some;
// however many answers were rejected, and however the cases are merged.
func TestAnswersAtOnce(t *testing.T) {
	step := func(kind pipeline.EntryKind, path, stage string) trace.Step {
		s := trace.Step{Entry: pipeline.Entry{Kind: kind, Path: path, Stage: stage}, Attached: true}
		switch kind {
		case pipeline.EntryCall:
			s.Call, s.Attached = &trace.Call{Path: path, Stage: stage}, false
		case pipeline.EntryFallback:
			s.Fallback = &pipeline.Fallback{Stage: stage, Reason: pipeline.Malformed}
		case pipeline.EntryRejected:
			s.Attached, s.Failure = false, &pipeline.Failure{Reason: pipeline.Malformed, Err: errors.New("no JSON")}
		}
		return s
	}
	const call, rejected, fallback = pipeline.EntryCall, pipeline.EntryRejected, pipeline.EntryFallback
	traces := []*trace.Trace{
		{Steps: []trace.Step{
			step(call, "turn-1/plan", "plan"),
			step(call, "turn-2/plan", "plan"), step(rejected, "turn-2/plan", "plan"),
			step(call, "turn-2/plan#2", "plan"), step(rejected, "turn-2/plan#2", "plan"),
			step(call, "turn-2/plan#3", "plan"),
			step(call, "turn-2/main-1", "main"), step(call, "turn-2/main-2", "main"),
		}},
		{Steps: []trace.Step{
			step(call, "turn-1/plan", "plan"), step(rejected, "turn-1/plan", "plan"),
			step(call, "turn-1/plan#2", "plan"), step(fallback, "turn-1/plan#2", "plan"),
			step(call, "turn-2/plan", "plan"), step(fallback, "turn-2/plan", "plan"),
		}},
	}
	all := NewTally(nil)
	for _, tr := range traces {
		one := NewTally(nil)
		one.Add(&result.Result{Suite: "s", Case: "c", Trace: tr})
		all.Merge(one)
	}
	got := map[string][4]int{}
	for _, stage := range all.Callers() {
		asked, atOnce, again, fellBack := all.Answers(stage)
		got[stage] = [4]int{asked, atOnce, again, fellBack}
	}
	if d := cmp.Diff(map[string][4]int{"main": {1, 1, 0, 0}, "plan": {4, 1, 1, 2}}, got); d != "" {
		t.Errorf("asked, at once, again, fallback (-want +got):\n%s", d)
	}
	for text, want := range map[string]string{
		"answers.at_once[plan] >= 0.1": "0.25", "answers.at_once[main] >= 0.1": "1", "answers.at_once >= 0.1": "0.4",
		"answers.at_once[draft] >= 0.1": "no case has measured it",
	} {
		g, err := ParseGate(text)
		if err != nil {
			t.Fatal(err)
		}
		if v := g.evaluate(all.Measured()); v.Got != want {
			t.Errorf("%s: got %s, want %s", text, v.Got, want)
		}
	}
}
