package pipeline_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestTogetherJoins(t *testing.T) {
	m := &model{answers: map[string]answer{"node:a/one": takes(time.Hour), "node:b/one": takes(time.Minute)}}
	root := m.root()
	nodes := []*pipeline.Runtime{root.At("node", "a"), root.At("node", "b")}
	err := root.Together(nodes, func(i int, rt *pipeline.Runtime) error {
		ask(t, rt, "one")
		if i == 1 {
			ask(t, rt, "two")
		}
		return nil
	})
	if want := (pipeline.Mark{At: start.Add(time.Hour), Depth: 2}); err != nil || root.Mark() != want {
		t.Errorf("mark %v, %v; want %v: the latest clock, the greatest depth", root.Mark(), err, want)
	}
}

func TestTogetherWithoutJoin(t *testing.T) {
	m := &model{answers: map[string]answer{"thread:a/one": takes(time.Hour)}}
	root := m.root()
	thread := root.At("thread", "a")
	err := pipeline.Together([]*pipeline.Runtime{thread}, func(_ int, rt *pipeline.Runtime) error {
		ask(t, rt, "one")
		return nil
	})
	if err != nil || root.Mark() != (pipeline.Mark{At: start}) {
		t.Errorf("mark %v, %v; want the parent's as before", root.Mark(), err)
	}
	if since(thread) != time.Hour {
		t.Errorf("the thread's clock is +%v, want +1h0m0s", since(thread))
	}
}

func TestTogetherOfNone(t *testing.T) {
	if err := new(model).root().Together(nil, nil); err != nil {
		t.Error(err)
	}
}

// The errors are in the order of the places, whichever came first, and each place finishes.
func TestTogetherWaitsForAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		root := new(model).root()
		nodes := []*pipeline.Runtime{root.At("node", "a"), root.At("node", "b"), root.At("node", "c")}
		finished := make([]bool, len(nodes))
		err := root.Together(nodes, func(i int, _ *pipeline.Runtime) error {
			time.Sleep(time.Duration(len(nodes)-i) * time.Hour) // the first comes last
			finished[i] = true
			return fmt.Errorf("error %d", i)
		})
		if d := cmp.Diff([]bool{true, true, true}, finished); d != "" {
			t.Errorf("finished (-want +got):\n%s", d)
		}
		if want := "error 0\nerror 1\nerror 2"; err == nil || err.Error() != want {
			t.Errorf("error %q, want %q", err, want)
		}
	})
}

func TestPanicIsOfItsPlace(t *testing.T) {
	root := new(model).root()
	nodes := []*pipeline.Runtime{root.At("node", "a"), root.At("node", "b")}
	err := root.Together(nodes, func(i int, rt *pipeline.Runtime) error {
		if i == 0 {
			panic("no such part")
		}
		ask(t, rt, "one")
		return nil
	})
	p, ok := errors.AsType[*pipeline.PanicError](err)
	if !ok {
		t.Fatalf("error %v, want a PanicError", err)
	}
	if want := `panic at "node:a": no such part`; p.Place != "node:a" || p.Value != "no such part" ||
		p.Error() != want {
		t.Errorf("panic at %q of %v: %v", p.Place, p.Value, p)
	}
	if len(p.Stack) == 0 {
		t.Error("no stack")
	}
	if errs := root.Errs(); len(errs) != 1 || !errors.Is(errs[0], p) {
		t.Errorf("errors %v, want the panic", errs)
	}
	if _, err := nodes[0].Chat(t.Context(), pipeline.Request{Stage: "later"}); !errors.Is(err, p) {
		t.Errorf("a later call there: %v, want the panic", err)
	}
	if since(nodes[1]) != 0 || nodes[1].Mark().Depth != 1 {
		t.Error("the sibling did not finish")
	}
}

// A model that panics during a call leaves its place usable, so that its log can still be read.
func TestPanicInsideACall(t *testing.T) {
	broken := modelFunc(func(pipeline.Request) (pipeline.Response, error) { panic("decoder") })
	root := pipeline.NewRuntime(&pipeline.Env{Model: broken}, start)
	node := root.At("node", "a")
	err := root.Together([]*pipeline.Runtime{node}, func(_ int, rt *pipeline.Runtime) error {
		_, err := rt.Chat(t.Context(), pipeline.Request{Stage: "main"})
		return err
	})
	if _, ok := errors.AsType[*pipeline.PanicError](err); !ok {
		t.Fatalf("error %v, want a PanicError", err)
	}
	node.Event("after", nil)
}

func TestTwoGoroutinesInOnePlacePanic(t *testing.T) {
	use := map[string]func(rt *pipeline.Runtime){
		"Chat":     func(rt *pipeline.Runtime) { _, _ = rt.Chat(t.Context(), pipeline.Request{Stage: "two"}) },
		"Embed":    func(rt *pipeline.Runtime) { _, _ = rt.Embed(t.Context(), nil) },
		"Tool":     func(rt *pipeline.Runtime) { _, _ = rt.Tool(t.Context(), pipeline.ToolCall{}, nil) },
		"At":       func(rt *pipeline.Runtime) { rt.At("node", "") },
		"ID":       func(rt *pipeline.Runtime) { rt.ID("task") },
		"After":    func(rt *pipeline.Runtime) { rt.After() },
		"Decided":  func(rt *pipeline.Runtime) { rt.Decided("main", nil) },
		"Fallback": func(rt *pipeline.Runtime) { rt.Fallback(pipeline.Fallback{}) },
		"Event":    func(rt *pipeline.Runtime) { rt.WithTimeout(time.Hour).Event("shared", nil) },
	}
	for name, use := range use {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answered := make(chan struct{})
				slow := modelFunc(func(pipeline.Request) (pipeline.Response, error) {
					<-answered
					return pipeline.Response{}, nil
				})
				rt := pipeline.NewRuntime(&pipeline.Env{Model: slow}, start).At("turn-1", "")
				go func() { _, _ = rt.Chat(t.Context(), pipeline.Request{Stage: "one"}) }()
				synctest.Wait() // the call is with the model now
				defer func() {
					close(answered)
					if v := recover(); v != `pipeline: two goroutines in place "turn-1"` {
						t.Errorf("recovered %v, want a panic that names the place", v)
					}
				}()
				use(rt)
			})
		})
	}
}

func TestByClock(t *testing.T) {
	root := new(model).root()
	var rts []*pipeline.Runtime
	for _, d := range []time.Duration{3, 1, 2, 1, 3, 1} {
		rt := root.At("node", "")
		rt.After(pipeline.Mark{At: start.Add(d)})
		rts = append(rts, rt)
	}
	if d := cmp.Diff([]int{1, 3, 5, 2, 0, 4}, pipeline.ByClock(rts)); d != "" {
		t.Errorf("order (-want +got):\n%s", d)
	}
	if got := pipeline.ByClock(nil); len(got) > 0 {
		t.Errorf("order of none: %v", got)
	}
}
