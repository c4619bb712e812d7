package state_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/state"
)

// A0: an agent survives a round trip through its state.
func TestLawAgentIsItsStateA0(t *testing.T) {
	word := rapid.StringMatching(`[a-z"'\\<&查\n]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a := &state.Agent{
			ID: "a", Name: text(word.Draw(t, "name")), Role: text(word.Draw(t, "role")), Working: state.Idle,
			Tools: []string{"x"}, Skills: []string{"think"}, Memory: state.MemoryText(text(word.Draw(t, "memory"))),
		}
		a.LLM.Set("model", state.Value{JSON: json.RawMessage(`"m<1>"`)})
		for i := range rapid.IntRange(0, 4).Draw(t, "steps") {
			s := step(fmt.Sprint(i), rapid.SampledFrom([]string{"think", "tool:x"}).Draw(t, "executor"))
			s.Intention, s.Text = text(word.Draw(t, "intention")), state.TextOf(answered, word.Draw(t, "text"))
			s.Result.Set(word.Draw(t, "key"), state.Value{JSON: json.RawMessage(`[1.50,{"b":1,"a":null}]`)})
			a.AddStep(s)
		}
		raw, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var back state.Agent
		if err := json.Unmarshal(raw, &back); err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		again, err := json.Marshal(&back)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(raw), string(again)); diff != "" {
			t.Fatal(diff)
		}
	})
}

// Whatever is done, for the document the queue has existing, unfinished steps, each once and in the order of the list,
// and at most one step runs.
func TestLawOfQueueA0(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := &state.AgentStep{}
		n := 0
		some := func() string { return fmt.Sprint(rapid.IntRange(0, max(n-1, 0)).Draw(t, "which")) }
		fresh := func() *state.Step {
			what := rapid.SampledFrom([]string{"think", state.InstructionGeneration, "tool:x"}).Draw(t, "what")
			s := step(fmt.Sprint(n), what)
			s.StageID = rapid.SampledFrom([]string{"g", "h"}).Draw(t, "stage")
			n++
			return s
		}
		t.Repeat(map[string]func(*rapid.T){
			"add":    func(*rapid.T) { a.Add(fresh()) },
			"insert": func(*rapid.T) { _ = a.Insert(fresh(), fresh()) },
			"run": func(*rapid.T) {
				if a.Running() == nil {
					if id, ok := a.Pop(); ok {
						_ = a.Start(id)
					}
				}
			},
			"end": func(*rapid.T) {
				if s := a.Running(); s != nil {
					_ = a.End(s.ID, state.Finished)
				}
			},
			"remove": func(*rapid.T) {
				if id := some(); a.Get(id) == nil || a.Get(id).Execution != state.Running {
					a.Remove(id)
				}
			},
			"drop": func(*rapid.T) {
				if a.Running() == nil {
					a.DropStage("h")
				}
			},
			"": func(t *rapid.T) { checkQueue(t, a) },
		})
	})
}

func checkQueue(t *rapid.T, a *state.AgentStep) {
	var want []string
	running := 0
	for _, s := range a.List {
		switch s.Execution {
		case state.Init:
			want = append(want, s.ID)
		case state.Running:
			running++
		}
	}
	if !slices.Equal(want, a.Todo) || running > 1 {
		t.Fatalf("%d run; the list has %v to do, the queue %v", running, want, a.Todo)
	}
	if len(a.Held) > 0 && running == 0 {
		t.Fatal("steps wait for nobody")
	}
}
