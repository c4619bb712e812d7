package live

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func decided(path, value string) trace.Step {
	s := trace.Step{}
	s.Kind, s.Path, s.Value = pipeline.EntryDecided, path, json.RawMessage(value)
	return s
}

func TestChangedDecisions(t *testing.T) {
	fallback := trace.Step{}
	fallback.Kind, fallback.Path = pipeline.EntryFallback, "turn-2/router"
	fallback.Fallback = &pipeline.Fallback{Stage: "router", Reason: pipeline.Malformed}
	was := &trace.Trace{Steps: []trace.Step{
		decided("turn-1/router", `{"action":"simple_chat"}`), decided("turn-2/router", `{"action":"new_task"}`),
		decided("turn-3/router", `1`), decided("turn-2/planner", `2`),
	}}
	now := &trace.Trace{Steps: []trace.Step{
		decided("turn-1/router", `{"action":"simple_chat"}`), {}, fallback, fallback, decided("turn-4/router", `3`),
	}}
	want := []Decision{
		{Path: "turn-2/router", Before: `{"action":"new_task"}`, Now: "fallback of router: malformed"},
		{Path: "turn-4/router", Now: "3"},
		{Path: "turn-2/planner", Before: "2"},
		{Path: "turn-3/router", Before: "1"},
	}
	if d := cmp.Diff(want, changedDecisions(decisionsOf(was, nil), now, nil)); d != "" {
		t.Errorf("changed (-want +got):\n%s", d)
	}
	if got := changedDecisions(decisionsOf(now, nil), now, nil); len(got) > 0 {
		t.Errorf("nothing has changed, got %v", got)
	}
}
