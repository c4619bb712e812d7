package model_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// No stage may fall back on an error that ends a case because a server gave no answer.
func TestNoAnswerIsNoFailure(t *testing.T) {
	t.Parallel()
	f := &pipeline.Failure{Reason: pipeline.Transport, Err: errors.New("as played")}
	err := fmt.Errorf("turn-1/main: %w", &model.NoAnswerError{Failure: f})
	if _, failed := errors.AsType[*pipeline.Failure](err); failed {
		t.Error("a stage may fall back on it")
	}
	if err.Error() != "turn-1/main: the server gave no answer: transport: as played" {
		t.Error(err)
	}
}

// A failure for which Leave reports true is passed on, and not recorded. The recording's line for a call replaces it,
// even if it would not answer by itself.
func TestRecorderLeaves(t *testing.T) {
	t.Parallel()
	late := &pipeline.Failure{Reason: pipeline.Timeout, Err: errors.New("too slow")}
	req := pipeline.Request{Path: "turn-1/main", Stage: "main",
		Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Content", "Hi")}}
	for leaves, want := range map[bool]int{true: 0, false: 1} {
		r := &model.Recorder{Next: failing{late}, Mask: secrets.New(),
			Leave: func(f *pipeline.Failure) bool { return leaves && f.Reason == pipeline.Timeout }}
		if _, err := r.Chat(t.Context(), req); !errors.Is(err, late) {
			t.Errorf("%v, want %v", err, late)
		}
		if n := len(r.Recording("c", []string{req.Path}).Lines); n != want {
			t.Errorf("leaves %v: %d lines, want %d", leaves, n, want)
		}
	}
	other := req
	other.Messages = []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Content", "Hello")}
	line := model.Line{Path: req.Path, Repeat: 1, Source: pipeline.SourceOllama, Digest: model.Digest(req),
		Request: &req, Response: pipeline.Response{Content: "said"}}
	replay := model.NewReplay(&model.Recording{Case: "c", Lines: []model.Line{line}}, 1, model.Nothing{})
	replay.Mask, replay.Refuse = secrets.New(), func(*model.Line, pipeline.Match) bool { return true }
	for of, want := range map[*pipeline.Request]pipeline.Match{&req: pipeline.MatchFresh, &other: pipeline.MatchStale} {
		if _, err := replay.Chat(t.Context(), *of); err == nil {
			t.Error("what is refused has answered")
		}
		resp, err, ok := replay.Instead(*of)
		if d := cmp.Diff([]any{"said", want, true}, []any{resp.Content, resp.Origin.Match, ok}); d != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, d)
		}
	}
	other.Path = "turn-2/main"
	if _, _, ok := replay.Instead(other); ok {
		t.Error("a call that nothing is recorded of has an answer")
	}
}

// failing is a server that fails.
type failing struct{ failure *pipeline.Failure }

// Chat implements pipeline.Model.
func (f failing) Chat(context.Context, pipeline.Request) (pipeline.Response, error) {
	return pipeline.Response{Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, f.failure
}
