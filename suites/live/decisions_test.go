package live

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func decided(path, value string) trace.Step {
	s := trace.Step{}
	s.Kind, s.Path, s.Value = pipeline.EntryDecided, path, json.RawMessage(value)
	s.Stage = path[strings.LastIndexByte(path, '/')+1:]
	return s
}

func TestChangedDecisions(t *testing.T) {
	fallback := trace.Step{}
	fallback.Kind, fallback.Path = pipeline.EntryFallback, "turn-2/router"
	fallback.Fallback = &pipeline.Fallback{Stage: "router", Reason: pipeline.Malformed}
	was := &trace.Trace{Steps: []trace.Step{
		decided("turn-1/router", `{"action":"simple_chat"}`), decided("turn-2/router", `{"action":"new_task"}`),
		decided("turn-3/router", `1`), decided("turn-2/planner", `2`), decided("turn-5/router", `{"reason":"talk"}`),
		decided("turn-6/router", `{"action":"new_task","reason":"work"}`),
		decided("turn-6/planner", `{"mode":"team","reason":"two parts"}`),
	}}
	now := &trace.Trace{Steps: []trace.Step{
		decided("turn-1/router", `{"action":"simple_chat"}`), {}, fallback, fallback, decided("turn-4/router", `3`),
		decided("turn-5/router", `{"reason":"chat"}`), decided("turn-6/router", `{"action":"new_task","reason":"a job"}`),
		decided("turn-6/planner", `{"mode":"team","reason":"three parts"}`),
	}}
	known := trace.Vocabulary{Stages: []pipeline.Stage{
		{Name: "router", Remarks: []string{"reason"}}, {Name: "planner"},
	}}
	want := []Decision{
		{Path: "turn-2/router", Before: `{"action":"new_task"}`, Now: "fallback of router: malformed"},
		{Path: "turn-4/router", Now: "3"},
		{Path: "turn-6/planner", Before: `{"mode":"team","reason":"two parts"}`,
			Now: `{"mode":"team","reason":"three parts"}`}, // which says nothing of remarks
		{Path: "turn-2/planner", Before: "2"},
		{Path: "turn-3/router", Before: "1"},
	}
	of := func(t *trace.Trace) map[string]string { return decisionsOf(t, known, nil) }
	if d := cmp.Diff(want, changedDecisions(of(was), of(now), now)); d != "" {
		t.Errorf("changed (-want +got):\n%s", d)
	}
	if got := changedDecisions(of(now), of(now), now); len(got) > 0 {
		t.Errorf("nothing has changed, got %v", got)
	}
}
