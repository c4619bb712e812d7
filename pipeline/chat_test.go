package pipeline_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestCallPaths(t *testing.T) {
	m := new(model)
	turn := m.root().At("turn-2", "")
	node := turn.At("node", "research")
	for _, c := range []struct {
		rt   *pipeline.Runtime
		req  pipeline.Request
		path string
		try  int
	}{
		{turn, pipeline.Request{Stage: "router"}, "turn-2/router", 1},
		{turn, pipeline.Request{Stage: "router", Again: true}, "turn-2/router#2", 2},
		{turn, pipeline.Request{Stage: "router", Again: true}, "turn-2/router#3", 3},
		{turn, pipeline.Request{Stage: "main", Leaf: "main-1"}, "turn-2/main-1", 1},
		{turn, pipeline.Request{Stage: "main", Leaf: "main-2"}, "turn-2/main-2", 1},
		{turn, pipeline.Request{Stage: "main", Leaf: "main-1", Again: true}, "turn-2/main-1#2", 2},
		{node, pipeline.Request{Stage: "node", Leaf: "main-1"}, "turn-2/node:research/main-1", 1},
		{node, pipeline.Request{Stage: "skills-final"}, "turn-2/node:research/skills-final", 1},
		{node, pipeline.Request{Stage: "guidance", Again: true}, "turn-2/node:research/guidance", 1},
	} {
		if _, err := c.rt.Chat(t.Context(), c.req); err != nil {
			t.Fatalf("%s: %v", c.path, err)
		}
		if got := m.seen[len(m.seen)-1]; got.Path != c.path || got.Try != c.try {
			t.Errorf("path %s, try %d; want %s, %d", got.Path, got.Try, c.path, c.try)
		}
	}
}

func TestCallAtTheRoot(t *testing.T) {
	m := new(model)
	ask(t, m.root(), "router")
	if d := cmp.Diff([]string{"router"}, m.paths()); d != "" {
		t.Errorf("paths (-want +got):\n%s", d)
	}
}

func TestLeafTwiceSticks(t *testing.T) {
	m := new(model)
	turn := m.root().At("turn-1", "")
	ask(t, turn, "router")
	_, err := turn.Chat(t.Context(), pipeline.Request{Stage: "main", Leaf: "router"})
	if err == nil || !strings.Contains(err.Error(), "turn-1/router") {
		t.Fatalf("the second call at one leaf: %v, want an error that names it", err)
	}
	if _, later := turn.Chat(t.Context(), pipeline.Request{Stage: "main"}); later != err {
		t.Errorf("a later call: %v, want the same error", later)
	}
	if d := cmp.Diff([]string{"turn-1/router"}, m.paths()); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
	if errs := turn.Errs(); len(errs) != 1 || errs[0] != err {
		t.Errorf("errors of the place: %v", errs)
	}
}

// A conversation that goes in circles ends, however many places it passes through.
func TestTooManyCallsInARow(t *testing.T) {
	m := new(model)
	root := pipeline.NewRuntime(&pipeline.Env{Model: m, MaxDepth: 3}, start)
	ask(t, root, "one")
	ask(t, root.At("aside", ""), "two") // beside the others, not in their sequence
	below := root.At("below", "")
	ask(t, below, "two")
	root.After(below.Mark())
	ask(t, root, "three")
	_, err := root.Chat(t.Context(), pipeline.Request{Stage: "four"})
	if err == nil || !strings.Contains(err.Error(), "more than 3 calls in a row") {
		t.Fatalf("error %v, want one that names the limit", err)
	}
	if _, later := root.Chat(t.Context(), pipeline.Request{Stage: "four"}); later != err {
		t.Errorf("a later call: %v, want the same error", later)
	}
	if d := cmp.Diff([]string{"one", "aside/two", "below/two", "three"}, m.paths()); d != "" {
		t.Errorf("asked (-want +got):\n%s", d)
	}
}

// The total number of messages of a case is bounded, however many each call has.
func TestMaxMessages(t *testing.T) {
	rt := pipeline.NewRuntime(&pipeline.Env{Model: new(model)}, start)
	messages := slices.Repeat([]pipeline.Message{{Role: pipeline.RoleUser}}, pipeline.MaxMessages/4)
	for i := range 4 {
		if _, err := rt.Chat(t.Context(), pipeline.Request{Stage: "main", Leaf: fmt.Sprint("main-", i),
			Messages: messages}); err != nil {
			t.Fatal(err)
		}
	}
	_, err := rt.Chat(t.Context(), pipeline.Request{Stage: "main", Leaf: "main-5", Messages: messages[:1]})
	if err == nil || !strings.Contains(err.Error(), "main-5: more than 1048576 messages in the calls of one case") {
		t.Errorf("got %v", err)
	}
}

func TestDefaultMaxDepth(t *testing.T) {
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model)}, start)
	root.After(pipeline.Mark{Depth: pipeline.DefaultMaxDepth - 1})
	ask(t, root, "last")
	if _, err := root.Chat(t.Context(), pipeline.Request{Stage: "more"}); err == nil {
		t.Error("a call beyond the limit was answered")
	}
}

func TestRequestIsFilledIn(t *testing.T) {
	m := new(model)
	rt := pipeline.NewRuntime(&pipeline.Env{Model: m, Settings: func(stage string) pipeline.StageSettings {
		return pipeline.StageSettings{Model: "model of " + stage, Deadline: time.Minute}
	}}, start)
	req := pipeline.Request{Stage: "router", Path: "forged", Try: 7, Model: "forged", Timeout: time.Hour}
	if _, err := rt.Chat(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	want := pipeline.Request{Stage: "router", Path: "router", Try: 1, Model: "model of router", Timeout: time.Minute}
	if d := cmp.Diff(want, m.seen[0]); d != "" {
		t.Errorf("request (-want +got):\n%s", d)
	}
}

func TestWithoutSettings(t *testing.T) {
	m := new(model)
	rt := m.root()
	req := pipeline.Request{
		Stage: "main", Format: []byte(`"json"`), Tools: []pipeline.Tool{{Name: "read"}},
		Declared: []pipeline.Declared{{Then: "an apology"}},
	}
	if _, err := rt.Chat(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	req.Path, req.Try = "main", 1
	if d := cmp.Diff(req, m.seen[0]); d != "" {
		t.Errorf("request (-want +got):\n%s", d)
	}
	if d := cmp.Diff(pipeline.StageSettings{Replies: pipeline.Strict}, rt.Settings("main")); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
}

func TestSettings(t *testing.T) {
	suite := map[string]pipeline.StageSettings{
		"router": {Model: "small", Deadline: time.Minute, Options: pipeline.Options{NumCtx: new(8192)},
			Replies: pipeline.Extract},
	}
	rt := pipeline.NewRuntime(
		&pipeline.Env{Settings: func(stage string) pipeline.StageSettings { return suite[stage] }}, start)
	if d := cmp.Diff(suite["router"], rt.Settings("router")); d != "" {
		t.Errorf("settings (-want +got):\n%s", d)
	}
	if p := rt.Settings("planner").Replies; p != pipeline.Strict {
		t.Errorf("policy %q, want strict where the suite says nothing", p)
	}
}

func TestAnswerIsHandedOnWhole(t *testing.T) {
	want := pipeline.Response{
		Content: "{\"a\": \xff", ToolCalls: []pipeline.ToolCall{{ID: "1", Name: "read", Arguments: "{broken"}},
		Reasoning: "because", Finish: "length", Usage: pipeline.Usage{Prompt: 3, Completion: 4}, Takes: time.Second,
		Duration: time.Hour, Origin: pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale},
	}
	m := &model{answers: map[string]answer{"main": {resp: want}}}
	if d := cmp.Diff(want, ask(t, m.root(), "main")); d != "" {
		t.Errorf("answer (-want +got):\n%s", d)
	}
}

// Changes of a system's own slices must not change what was sent.
func TestMessagesAreTakenAtTheMoment(t *testing.T) {
	fresh := func() []pipeline.Message {
		return []pipeline.Message{
			pipeline.Text(pipeline.RoleUser, "Message", "hello"),
			{Role: pipeline.RoleAssistant, ToolCalls: []pipeline.ToolCall{{Name: "read", Arguments: "{}"}}},
		}
	}
	m, ms := new(model), fresh()
	if _, err := m.root().Chat(t.Context(), pipeline.Request{Stage: "main", Messages: ms}); err != nil {
		t.Fatal(err)
	}
	ms[0].Sections[0].Text = "changed"
	ms[1].ToolCalls[0].Arguments = "changed"
	ms[1] = pipeline.Message{}
	if d := cmp.Diff(fresh(), m.seen[0].Messages); d != "" {
		t.Errorf("messages kept (-want +got):\n%s", d)
	}
}
