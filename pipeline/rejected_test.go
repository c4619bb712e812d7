package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// refusing asks at two leaves and refuses each answer.
func refusing(t *testing.T, rt *pipeline.Runtime) {
	for _, leaf := range []string{"act-1", "act-2"} {
		req := pipeline.Request{Stage: "act", Leaf: leaf, Messages: user("user")}
		if _, err := rt.Chat(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		rt.Rejected("act", &pipeline.Failure{Reason: pipeline.Schema, Err: errors.New("no " + leaf)})
	}
}

// A refused answer is in the log after its call, with its reason, and is no fallback.
func TestRejectedStandsBehindItsCall(t *testing.T) {
	root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Stages: desk()}, start)
	refusing(t, root.At("turn-1", ""))
	var got []string
	for _, e := range root.Log() {
		if e.Kind == pipeline.EntryRejected {
			got = append(got, e.Path+" "+e.Stage+" "+e.Failure.Error())
		}
		if e.Fallback != nil {
			t.Errorf("a fallback: %v", e.Fallback)
		}
	}
	want := []string{"turn-1/act-1 act schema: no act-1", "turn-1/act-2 act schema: no act-2"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("rejected (-want +got):\n%s", d)
	}
	if errs := root.Errs(); len(errs) > 0 {
		t.Errorf("errors %v", errs)
	}
}

// A missing answer cannot be refused, and names are checked.
func TestWhatCannotBeRejected(t *testing.T) {
	answered := func(t *testing.T, rt *pipeline.Runtime) {
		rt.Chat(t.Context(), pipeline.Request{Stage: "act", Messages: user("user")})
	}
	nothing := func(*testing.T, *pipeline.Runtime) {}
	blank := &pipeline.Failure{Reason: pipeline.Empty}
	for _, tt := range []struct {
		name   string
		before func(*testing.T, *pipeline.Runtime)
		stage  string
		why    *pipeline.Failure
		want   string
	}{
		{"not asked", nothing, "act", blank, "turn-1: rejected: the last call of act here has no answer"},
		{"another stage", answered, "think", blank, "the last call of think here has no answer"},
		{"misspelt stage", answered, "acct", blank, `no stage "acct"`},
		{"misspelt reason", answered, "act", &pipeline.Failure{Reason: "emtpy"}, `no reason "emtpy"`},
		{"no reason", answered, "act", nil, "for no reason"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := pipeline.NewRuntime(&pipeline.Env{Model: new(model), Stages: desk()}, start)
			rt := root.At("turn-1", "")
			tt.before(t, rt)
			rt.Rejected(tt.stage, tt.why)
			errs := root.Errs()
			if len(errs) != 1 || !strings.Contains(errs[0].Error(), tt.want) {
				t.Errorf("errors %v, want one with %q", errs, tt.want)
			}
		})
	}
	failing := &pipeline.Env{Model: modelFunc(func(pipeline.Request) (pipeline.Response, error) {
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Transport}
	}), Stages: desk()}
	root := pipeline.NewRuntime(failing, start)
	answered(t, root)
	root.Rejected("act", &pipeline.Failure{Reason: pipeline.Empty})
	if errs := root.Errs(); len(errs) != 1 {
		t.Errorf("a failed call: errors %v, want one", errs)
	}
}
