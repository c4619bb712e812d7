package beaver

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// A case that makes no sense is an error of the case; an unsupported input skips the case.
func TestTurn_S5_S6_InputsThatMakeNoSense(t *testing.T) {
	for _, tt := range []struct {
		name        string
		in          pipeline.Input
		unsupported bool
	}{
		{"accepted without a Task", pipeline.Input{Kind: pipeline.UserMessage, Text: "good",
			Acceptance: pipeline.Accepted}, false},
		{"rejected without a Task", pipeline.Input{Kind: pipeline.UserMessage, Text: "bad",
			Acceptance: pipeline.Rejected}, false},
		{"accepted at the end without a Task", pipeline.Input{Kind: pipeline.End, Acceptance: pipeline.Accepted},
			false},
		{"a heartbeat", pipeline.Input{Kind: pipeline.Heartbeat}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := &script{}
			conv := open(t, pipeline.Case{})
			root := pipeline.NewRuntime(&pipeline.Env{Model: m}, time.Time{})
			_, err := conv.Turn(t.Context(), root.At("turn", ""), tt.in)
			_, input := errors.AsType[*pipeline.InputError](err)
			_, unsupported := errors.AsType[*pipeline.Unsupported](err)
			if input == tt.unsupported || unsupported != tt.unsupported {
				t.Errorf("error %v (%T)", err, err)
			}
			if len(m.kept) > 0 {
				t.Errorf("it has made calls: %s", m.kept[0].Path)
			}
		})
	}
}

func TestOpen_S1_UnknownEntry(t *testing.T) {
	sys, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	_, err = sys.Open(pipeline.Case{Block: &Block{Entry: "planner"}})
	if _, ok := errors.AsType[*pipeline.InputError](err); !ok {
		t.Errorf("error %v, want an InputError", err)
	}
}

// A turn that is stopped in the middle leaves the session unchanged, whatever it had begun.
func TestTurn_S2_CommitsAtItsEnd(t *testing.T) {
	m := &script{answers: map[string]pipeline.Response{"first/router": says(`{"action":"new_task"}`),
		"second/router": says(`{"action":"close_task"}`)}}
	conv := open(t, pipeline.Case{})
	root := pipeline.NewRuntime(&pipeline.Env{Model: m}, time.Time{})
	before, err := conv.Turn(t.Context(), root.At("first", ""), users("begin")[0])
	if err != nil {
		t.Fatal(err)
	}
	shallow := pipeline.NewRuntime(&pipeline.Env{Model: m, MaxDepth: 1}, time.Time{})
	if _, err := conv.Turn(t.Context(), shallow.At("second", ""), users("close it")[0]); err == nil {
		t.Fatal("a turn of two calls went through where one is allowed")
	}
	after, err := conv.Turn(t.Context(), root.At("end", ""), pipeline.Input{Kind: pipeline.End})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(state(t, before), state(t, after)); d != "" {
		t.Errorf("the session (-before +after):\n%s", d)
	}
}

func state(t *testing.T, out pipeline.Outcome) string {
	t.Helper()
	raw, err := jsonvalue.Marshal(out.State)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
