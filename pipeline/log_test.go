package pipeline_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Entries are in the order of the tree, not of the clock nor of the goroutines.
func TestLogIsInTreeOrder(t *testing.T) {
	m := &model{answers: map[string]answer{"turn-1/node:a/one": takes(time.Hour)}}
	root := m.root()
	turn := root.At("turn-1", "")
	ask(t, turn, "plan")
	a, b := turn.At("node", "a"), turn.At("node", "b")
	ask(t, b, "one") // b runs first
	b.Event("done", true)
	ask(t, a.At("deep", ""), "two")
	ask(t, a, "one")
	turn.After(a.Mark(), b.Mark())
	ask(t, turn, "sum")
	root.Event("end", nil)
	want := []string{
		"place turn-1  +0s depth 0",
		"call turn-1/plan plan +0s depth 1 try 1",
		"place turn-1/node:a  +0s depth 1",
		"place turn-1/node:a/deep  +0s depth 1",
		"call turn-1/node:a/deep/two two +0s depth 2 try 1",
		"call turn-1/node:a/one one +0s depth 2 try 1",
		"place turn-1/node:b  +0s depth 1",
		"call turn-1/node:b/one one +0s depth 2 try 1",
		"event turn-1/node:b done +0s depth 2 true",
		"call turn-1/sum sum +1h0m0s depth 3 try 1",
		"event  end +0s depth 0 null",
	}
	if d := cmp.Diff(want, render(root.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
	if d := cmp.Diff(want[3:6], render(a.Log())); d != "" {
		t.Errorf("log of one place (-want +got):\n%s", d)
	}
}

func TestDecidedIsAboutTheLastCallOfItsStage(t *testing.T) {
	m := &model{answers: map[string]answer{"turn/router#2": fails(pipeline.Transport)}}
	root := m.root()
	turn := root.At("turn", "")
	turn.Decided("router", "early")
	ask(t, turn, "router")
	ask(t, turn, "planner")
	turn.Decided("router", "first")
	_, err := turn.Chat(t.Context(), pipeline.Request{Stage: "router", Again: true})
	if reason(t, err) != pipeline.Transport {
		t.Fatal(err)
	}
	turn.Decided("router", "second")
	turn.Fallback(pipeline.Fallback{Stage: "router", Reason: pipeline.Transport, Tries: 2, Detail: "kept the task"})
	turn.Fallback(pipeline.Fallback{Stage: "skills", Reason: pipeline.Empty})
	turn.At("node", "").Decided("router", "below") // the call was in another place
	turn.Event("router", "an event is about the place")
	var got []string
	for _, line := range render(root.Log()) {
		if !strings.HasPrefix(line, "call") && !strings.HasPrefix(line, "place") {
			got = append(got, line)
		}
	}
	want := []string{
		`decided turn router +0s depth 0 "early"`,
		`decided turn/router router +0s depth 2 "first"`,
		`decided turn/router#2 router +0s depth 3 "second"`,
		`fallback turn/router#2 router +0s depth 3 transport after 2`,
		`fallback turn skills +0s depth 3 empty after 0`,
		`decided turn/node router +0s depth 3 "below"`,
		`event turn router +0s depth 3 "an event is about the place"`,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}

func TestFallbackIsKeptWhole(t *testing.T) {
	root := new(model).root()
	want := pipeline.Fallback{Stage: "router", Reason: pipeline.Schema, Tries: 2, Detail: "unknown action"}
	f := want
	root.Fallback(f)
	f.Detail = "changed"
	if d := cmp.Diff(&want, root.Log()[0].Fallback); d != "" {
		t.Errorf("fallback (-want +got):\n%s", d)
	}
}

// A system goes on using what it reported.
func TestValuesAreTakenAtTheMoment(t *testing.T) {
	root := new(model).root()
	nodes := []string{"a", "b"}
	root.Decided("planner", map[string]any{"nodes": nodes, "mode": "<team>"})
	root.Event("plan", &nodes)
	nodes[0] = "changed"
	log := root.Log()
	if got, want := string(log[0].Value), `{"mode":"<team>","nodes":["a","b"]}`; got != want {
		t.Errorf("decision %s, want %s", got, want)
	}
	if got, want := string(log[1].Value), `["a","b"]`; got != want {
		t.Errorf("event %s, want %s", got, want)
	}
}

func TestValueThatIsNoJSONSticks(t *testing.T) {
	for kind, report := range map[string]func(rt *pipeline.Runtime){
		"decided router": func(rt *pipeline.Runtime) { rt.Decided("router", func() {}) },
		"event plan":     func(rt *pipeline.Runtime) { rt.Event("plan", make(chan int)) },
	} {
		turn := new(model).root().At("turn-1", "")
		report(turn)
		_, err := turn.Chat(t.Context(), pipeline.Request{Stage: "main"})
		if err == nil || !strings.HasPrefix(err.Error(), kind+" at turn-1: ") {
			t.Errorf("error %v, want one that names %s and its place", err, kind)
		}
		if log := turn.Log(); len(log) > 0 {
			t.Errorf("log %v", render(log))
		}
	}
}

func TestLogIsACopy(t *testing.T) {
	root := new(model).root()
	ask(t, root.At("turn-1", ""), "main")
	want := render(root.Log())
	log := root.Log()
	clear(log)
	if d := cmp.Diff(want, render(root.Log())); d != "" {
		t.Errorf("log (-want +got):\n%s", d)
	}
}
