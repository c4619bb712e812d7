package pipeline_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// results are a case's tool results by path; it records the requested paths.
type results struct {
	byPath map[string]pipeline.ToolResult
	err    error
	asked  []string
}

func (r *results) Call(_ context.Context, path string, _ []pipeline.ToolCall) (pipeline.ToolResult, bool, error) {
	r.asked = append(r.asked, path)
	res, ok := r.byPath[path]
	return res, ok, r.err
}

// says is an executor that returns text, or the error.
func says(text string, err error) pipeline.Own {
	return func(context.Context, *pipeline.Runtime, pipeline.ToolCall) (string, error) { return text, err }
}

func TestWhoAnswersATool(t *testing.T) {
	down := &pipeline.Failure{Reason: pipeline.Unavailable}
	inCase := &results{byPath: map[string]pipeline.ToolResult{"tool-1": {Content: "42"}}}
	broken := &results{byPath: map[string]pipeline.ToolResult{"tool-1": {Content: "no such order", Failed: true}}}
	for _, tt := range []struct {
		name  string
		tools pipeline.Tools
		own   pipeline.Own
		want  pipeline.ToolResult
	}{
		{"the case", inCase, nil, pipeline.ToolResult{Content: "42", From: pipeline.FromCase}},
		{"the case before own", inCase, says("17", nil), pipeline.ToolResult{Content: "42", From: pipeline.FromCase}},
		{"the case breaks a tool that own has", broken, says("17", nil), pipeline.ToolResult{Content: "no such order",
			Failed: true, From: pipeline.FromCase}},
		{"own where the case has none", &results{}, says("17", nil), pipeline.ToolResult{Content: "17",
			From: pipeline.FromSystem}},
		{"own without a case's results", nil, says("17", nil), pipeline.ToolResult{Content: "17",
			From: pipeline.FromSystem}},
		{"own's error is a tool error", nil, says("half", errors.New("no rights")),
			pipeline.ToolResult{Content: "no rights", Failed: true, From: pipeline.FromSystem}},
		{"so is a failure of a model", nil, says("", down), pipeline.ToolResult{Content: "unavailable", Failed: true,
			From: pipeline.FromSystem}},
		{"nobody: a failure without words", &results{}, nil, pipeline.ToolResult{Failed: true,
			From: pipeline.FromNobody}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rt := pipeline.NewRuntime(&pipeline.Env{Tools: tt.tools}, start)
			got, err := rt.Tool(t.Context(), pipeline.ToolCall{Name: "lookup"}, tt.own)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("result (-want +got):\n%s", d)
			}
			if errs := rt.Errs(); len(errs) > 0 {
				t.Errorf("errors %v: a tool error ends no case", errs)
			}
		})
	}
}

func TestOwnGetsTheCall(t *testing.T) {
	root := new(model).root()
	call := pipeline.ToolCall{ID: "1", Name: "read", Arguments: "{broken"}
	_, err := root.Tool(t.Context(), call, func(_ context.Context, rt *pipeline.Runtime, got pipeline.ToolCall) (string,
		error) {
		if got != call || rt != root {
			t.Errorf("own got %v at %q", got, rt.Place())
		}
		return "", nil
	})
	if err != nil {
		t.Error(err)
	}
}

func TestToolPositions(t *testing.T) {
	tools := &results{}
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Tools: tools}, start)
	turn := root.At("turn-1", "")
	tool := func(rt *pipeline.Runtime) {
		t.Helper()
		if _, err := rt.Tool(t.Context(), pipeline.ToolCall{Name: "lookup"}, nil); err != nil {
			t.Fatal(err)
		}
	}
	tool(turn) // before any call
	ask(t, turn, "main-3")
	tool(turn)
	tool(turn)
	parallel := turn.At("parallel", "a") // a place of its own has positions of its own
	tool(parallel)
	tool(turn)
	ask(t, turn, "main-4")
	tool(turn)
	if _, err := turn.Chat(t.Context(), pipeline.Request{Stage: "main-4", Again: true}); err != nil {
		t.Fatal(err)
	}
	tool(turn)
	tool(root)
	want := []string{
		"turn-1/tool-1", "turn-1/main-3/tool-1", "turn-1/main-3/tool-2", "turn-1/parallel:a/tool-1",
		"turn-1/main-3/tool-3",
		"turn-1/main-4/tool-1", "turn-1/main-4#2/tool-1", "tool-1",
	}
	if d := cmp.Diff(want, tools.asked); d != "" {
		t.Errorf("positions (-want +got):\n%s", d)
	}
}

func TestToolMovesTheClock(t *testing.T) {
	tools := &results{byPath: map[string]pipeline.ToolResult{"tool-1": {Content: "42", Takes: time.Minute}}}
	rt := pipeline.NewRuntime(&pipeline.Env{Tools: tools}, start)
	call := pipeline.ToolCall{Name: "lookup", Arguments: "{}"}
	for range 2 {
		if _, err := rt.Tool(t.Context(), call, nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		`tool tool-1 lookup +1m0s depth 0 lookup({}) = "42" from case`,
		`tool tool-2 lookup +1m0s depth 0 lookup({}) = "" from nobody`,
	}
	if d := cmp.Diff(want, render(rt.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}

func TestToolDeadline(t *testing.T) {
	for _, tt := range []struct {
		name  string
		takes time.Duration
		want  pipeline.ToolResult
		clock time.Duration
	}{
		{"in time", time.Second, pipeline.ToolResult{Content: "42", Takes: time.Second, From: pipeline.FromCase},
			time.Second},
		{"at the deadline exactly", time.Minute, pipeline.ToolResult{Content: "42", Takes: time.Minute,
			From: pipeline.FromCase}, time.Minute},
		{
			"behind the deadline", time.Hour,
			pipeline.ToolResult{Content: "timeout", Failed: true, Late: true, Takes: time.Hour,
				From: pipeline.FromCase}, time.Minute,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tools := &results{byPath: map[string]pipeline.ToolResult{"tool-1": {Content: "42", Takes: tt.takes}}}
			rt := pipeline.NewRuntime(&pipeline.Env{Tools: tools}, start).WithTimeout(time.Minute)
			got, err := rt.Tool(t.Context(), pipeline.ToolCall{Name: "lookup"}, nil)
			if d := cmp.Diff(tt.want, got); err != nil || d != "" {
				t.Errorf("%v, result (-want +got):\n%s", err, d)
			}
			if since(rt) != tt.clock {
				t.Errorf("clock +%v, want +%v", since(rt), tt.clock)
			}
			if d := cmp.Diff(got, rt.Log()[0].Tool.Result); d != "" {
				t.Errorf("the log has another result (-want +got):\n%s", d)
			}
		})
	}
}

func TestHarnessErrorOfAToolSticks(t *testing.T) {
	rt := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Tools: &results{err: errMiss}}, start)
	_, err := rt.Tool(t.Context(), pipeline.ToolCall{Name: "lookup"}, says("17", nil))
	if !errors.Is(err, errMiss) {
		t.Fatalf("error %v, want the harness's", err)
	}
	if _, later := rt.Chat(t.Context(), pipeline.Request{Stage: "main"}); later != err {
		t.Errorf("a later call: %v, want the same error", later)
	}
	if log := rt.Log(); len(log) > 0 {
		t.Errorf("log %v, want none: nothing was answered", render(log))
	}
}
