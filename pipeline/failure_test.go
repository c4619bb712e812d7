package pipeline_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

var errMiss = errors.New("no recording")

func TestMissSticks(t *testing.T) {
	m := &model{answers: map[string]answer{"turn-1/router": {err: errMiss}}}
	root := m.root()
	turn := root.At("turn-1", "")
	_, err := turn.Chat(t.Context(), pipeline.Request{Stage: "router"})
	if !errors.Is(err, errMiss) || !strings.HasPrefix(err.Error(), "turn-1/router: ") {
		t.Fatalf("error %v, want the miss with its path in front", err)
	}
	called := false
	own := func(context.Context, *pipeline.Runtime, pipeline.ToolCall) (string, error) {
		called = true
		return "", nil
	}
	later := map[string]error{}
	_, later["chat"] = turn.Chat(t.Context(), pipeline.Request{Stage: "main"})
	_, later["another try"] = turn.Chat(t.Context(), pipeline.Request{Stage: "router", Again: true})
	_, later["with a deadline"] = turn.WithTimeout(0).Chat(t.Context(), pipeline.Request{Stage: "main"})
	_, later["embed"] = turn.Embed(t.Context(), nil)
	_, later["tool"] = turn.Tool(t.Context(), pipeline.ToolCall{}, own)
	for what, got := range later {
		if got != err {
			t.Errorf("%s: %v, want the same error", what, got)
		}
	}
	if called {
		t.Error("a stopped place ran a tool")
	}
	if d := cmp.Diff([]string{"turn-1/router"}, m.paths()); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
	ask(t, root, "elsewhere") // the parent place continues
}

func TestSiblingsOfAMissFinish(t *testing.T) {
	m := &model{answers: map[string]answer{"node:a/one": {err: errMiss}}}
	root := m.root()
	nodes := []*pipeline.Runtime{root.At("node", "a"), root.At("node", "b")}
	err := root.Together(nodes, func(_ int, rt *pipeline.Runtime) error {
		for _, leaf := range []string{"one", "two"} {
			if _, err := rt.Chat(t.Context(), pipeline.Request{Stage: leaf}); err != nil {
				return err
			}
		}
		return nil
	})
	if !errors.Is(err, errMiss) {
		t.Errorf("error %v, want the miss", err)
	}
	want := []string{
		"place node:a  +0s depth 0", "call node:a/one one +0s depth 1 try 1",
		"place node:b  +0s depth 0", "call node:b/one one +0s depth 1 try 1", "call node:b/two two +0s depth 2 try 1",
	}
	if d := cmp.Diff(want, render(root.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}

// All misses are listed in the order of the tree, in whatever order they came and whatever the system returned.
func TestErrsInTreeOrder(t *testing.T) {
	m := &model{answers: map[string]answer{}}
	root := m.root()
	a := root.At("node", "a")
	deep := a.At("deep", "")
	b := root.At("node", "b")
	fine := root.At("node", "c")
	for _, rt := range []*pipeline.Runtime{b, deep, a, root} { // the last comes first
		m.answers[strings.TrimPrefix(rt.Place()+"/one", "/")] = answer{err: errMiss}
		_, _ = rt.Chat(t.Context(), pipeline.Request{Stage: "one"})
	}
	ask(t, fine, "one")
	var got []string
	for _, err := range root.Errs() {
		got = append(got, err.Error())
	}
	want := []string{"one: no recording", "node:a/one: no recording", "node:a/deep/one: no recording",
		"node:b/one: no recording"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("errors (-want +got):\n%s", d)
	}
	if n := len(a.Errs()); n != 2 {
		t.Errorf("%d errors at node:a and below, want 2", n)
	}
}

func TestFirstErrorStays(t *testing.T) {
	m := &model{answers: map[string]answer{"one": {err: errMiss}}}
	root := m.root()
	_, err := root.Chat(t.Context(), pipeline.Request{Stage: "one"})
	root.Event("bad", func() {}) // would be an error of its own
	if errs := root.Errs(); len(errs) != 1 || errs[0] != err {
		t.Errorf("errors %v, want the first alone", errs)
	}
}

func TestFailureDoesNotStick(t *testing.T) {
	down := &pipeline.Failure{Reason: pipeline.Unavailable, Err: errors.New("refused")}
	m := &model{answers: map[string]answer{
		"router":   {err: down},
		"router#2": {resp: pipeline.Response{Content: "partial"}, err: fmt.Errorf("at the server: %w", down)},
	}}
	root := m.root()
	for try := range 2 {
		resp, err := root.Chat(t.Context(), pipeline.Request{Stage: "router", Again: true})
		if err != error(down) || resp.Content != "" {
			t.Errorf("try %d: %q, %v; want the failure alone", try+1, resp.Content, err)
		}
	}
	ask(t, root, "main")
	if errs := root.Errs(); len(errs) > 0 {
		t.Errorf("errors %v, want none", errs)
	}
	if e := root.Log()[1]; e.Failure != down {
		t.Errorf("the call's entry has %v, want the failure", e.Failure)
	}
}

func TestCancelledRunSticks(t *testing.T) {
	m := new(model)
	root := m.root()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := root.Chat(ctx, pipeline.Request{Stage: "main"})
	if !errors.Is(err, context.Canceled) || len(m.seen) > 0 {
		t.Fatalf("error %v after %d requests, want the cancellation before the first", err, len(m.seen))
	}
	if _, later := root.Chat(t.Context(), pipeline.Request{Stage: "main"}); later != err {
		t.Errorf("a later call: %v, want the same error", later)
	}
}

func TestFailureInWords(t *testing.T) {
	for want, err := range map[string]error{
		"unavailable":           &pipeline.Failure{Reason: pipeline.Unavailable},
		"transport: reset":      &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("reset")},
		"not supported: images": &pipeline.Unsupported{What: "images"},
		"no such profile":       &pipeline.InputError{What: "no such profile"},
	} {
		if got := err.Error(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
