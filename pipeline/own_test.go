package pipeline_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// subAgent is an executor that asks a model in a place of its own and waits for it.
func subAgent(ctx context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
	agent := rt.At("agent", call.Name)
	resp, err := agent.Chat(ctx, pipeline.Request{Stage: "agent"})
	rt.After(agent.Mark())
	return resp.Content, err
}

func TestOwnOpensPlaces(t *testing.T) {
	m := &model{answers: map[string]answer{
		"agent:helper/agent": {resp: pipeline.Response{Content: "found", Takes: time.Minute}},
	}}
	root := m.root()
	ask(t, root, "main-1")
	if _, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"}, subAgent); err != nil {
		t.Fatal(err)
	}
	ask(t, root, "main-2")
	want := []string{
		"call main-1 main-1 +0s depth 1 try 1",
		"place agent:helper  +0s depth 1",
		"call agent:helper/agent agent +0s depth 2 try 1",
		`tool main-1/tool-1 helper +1m0s depth 2 helper() = "found" from system`,
		"call main-2 main-2 +1m0s depth 3 try 1",
	}
	if d := cmp.Diff(want, render(root.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}

func TestMissBelowATool(t *testing.T) {
	m := &model{answers: map[string]answer{"agent:helper/agent": {err: errMiss}}}
	for _, tt := range []struct {
		name string
		own  pipeline.Own
	}{
		{"handed on", subAgent},
		{"wrapped", func(ctx context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
			_, err := subAgent(ctx, rt, call)
			return "", errors.Join(errors.New("the agent failed"), err)
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := m.root()
			_, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"}, tt.own)
			if !errors.Is(err, errMiss) {
				t.Errorf("error %v, want the miss: it is no tool error", err)
			}
			for _, e := range root.Log() {
				if e.Kind == pipeline.EntryTool {
					t.Errorf("the tool has a result: %v", e.Tool.Result)
				}
			}
			if errs := root.Errs(); len(errs) != 1 || !errors.Is(errs[0], errMiss) {
				t.Errorf("errors %v, want the miss once", errs)
			}
		})
	}
}

// An executor that hides the miss too: its text is used, and the case fails all the same.
func TestMissBelowAToolCannotBeHidden(t *testing.T) {
	m := &model{answers: map[string]answer{"agent:helper/agent": {err: errMiss}}}
	root := m.root()
	res, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"},
		func(ctx context.Context, rt *pipeline.Runtime, call pipeline.ToolCall) (string, error) {
			_, _ = subAgent(ctx, rt, call)
			return "all is well", nil
		})
	if err != nil || res.Content != "all is well" {
		t.Errorf("result %v, %v", res, err)
	}
	if errs := root.Errs(); len(errs) != 1 || !errors.Is(errs[0], errMiss) {
		t.Errorf("errors %v, want the miss", errs)
	}
}

// A miss in the tool's own place stops that place, whatever the executor says.
func TestMissInTheToolsOwnPlace(t *testing.T) {
	m := &model{answers: map[string]answer{"summary": {err: errMiss}}}
	root := m.root()
	_, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "summarize"},
		func(ctx context.Context, rt *pipeline.Runtime, _ pipeline.ToolCall) (string, error) {
			_, _ = rt.Chat(ctx, pipeline.Request{Stage: "summary"})
			return "all is well", nil
		})
	if !errors.Is(err, errMiss) {
		t.Errorf("error %v, want the miss", err)
	}
}

// If a sub-agent's model cannot be reached, the parent agent gets a tool error and can handle it.
func TestFailureBelowAToolIsAToolError(t *testing.T) {
	m := &model{answers: map[string]answer{"agent:helper/agent": fails(pipeline.Unavailable)}}
	root := m.root()
	res, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"}, subAgent)
	want := pipeline.ToolResult{Content: "unavailable", Failed: true, From: pipeline.FromSystem}
	if d := cmp.Diff(want, res); err != nil || d != "" {
		t.Errorf("%v, result (-want +got):\n%s", err, d)
	}
}

// Calls of an executor in the tool's own place do not change the positions of later tool calls.
func TestOwnLeavesThePositionsAlone(t *testing.T) {
	tools := &results{}
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Tools: tools}, start)
	ask(t, root, "main-1")
	summarize := func(_ context.Context, rt *pipeline.Runtime, _ pipeline.ToolCall) (string, error) {
		return ask(t, rt, "summary").Content, nil
	}
	for _, own := range []pipeline.Own{summarize, nil} {
		if _, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "summarize"}, own); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff([]string{"main-1/tool-1", "main-1/tool-2"}, tools.asked); d != "" {
		t.Errorf("positions (-want +got):\n%s", d)
	}
}

// A sub-agent without any time left is late like any other tool.
func TestOwnBehindTheDeadline(t *testing.T) {
	m := &model{answers: map[string]answer{"agent:helper/agent": takes(time.Hour)}}
	root := m.root().WithTimeout(time.Minute)
	res, err := root.Tool(t.Context(), pipeline.ToolCall{Name: "helper"}, subAgent)
	if err != nil || !res.Failed || since(root) != time.Minute {
		t.Errorf("%v, result %v at +%v; want a failure at the deadline", err, res, since(root))
	}
}
