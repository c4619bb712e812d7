package model_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// liveLine is a recorded answer with all of a server's metadata.
func liveLine(path string) model.Line {
	req := full()
	req.Path, req.Declared, req.Think, req.Timeout = path, nil, "low", 1500*time.Millisecond
	for i, m := range req.Messages { // a recording keeps what a model gets, which has no sections
		if text := m.Content(); text != "" {
			req.Messages[i].Sections = []pipeline.Section{{Name: "Content", Text: text}}
		}
	}
	req.Leaf, req.Try, req.Again = "", 0, false
	return model.Line{
		Path: path, Repeat: 1, Source: pipeline.SourceOllama, Model: "stages", ModelDigest: "abc", Context: 2048,
		Server: "0.17.4", At: time.Date(2026, 11, 22, 14, 3, 5, 0, time.UTC), Digest: model.Digest(req), Request: &req,
		Response: pipeline.Response{Content: "yes", Finish: "stop"},
	}
}

func TestRecordingKeepsWhatAServerSays(t *testing.T) {
	want := &model.Recording{Case: "c", Lines: []model.Line{liveLine("turn-1/main-1")}}
	data, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := model.ReadRecording(data, "c.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got, ignoreStage); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	resp, err := model.NewReplay(got, 1, model.Nothing{}).Chat(context.Background(), *got.Lines[0].Request)
	origin := pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh, Model: "stages",
		ModelDigest: "abc", Context: 2048, Server: "0.17.4", At: want.Lines[0].At}
	if err != nil || resp.Origin != origin {
		t.Errorf("replayed from %+v, %v", resp.Origin, err)
	}
}

// Differences outside the digest make an answer stale too.
func TestReplayOfOtherCircumstances(t *testing.T) {
	for name, tt := range map[string]struct {
		alter func(l *model.Line, req *pipeline.Request)
		want  pipeline.Match
	}{
		"the same":         {func(*model.Line, *pipeline.Request) {}, pipeline.MatchFresh},
		"another deadline": {func(_ *model.Line, req *pipeline.Request) { req.Timeout *= 2 }, pipeline.MatchFresh},
		"a timeout": {func(l *model.Line, _ *pipeline.Request) {
			l.Failure = &pipeline.Failure{Reason: pipeline.Timeout}
		}, pipeline.MatchFresh},
		"a timeout at another deadline": {func(l *model.Line, req *pipeline.Request) {
			l.Failure = &pipeline.Failure{Reason: pipeline.Timeout}
			req.Timeout++
		}, pipeline.MatchStale},
		"a prompt that could be cut": {func(l *model.Line, _ *pipeline.Request) {
			l.Cuts = true
		}, pipeline.MatchStale},
		"thinking": {func(_ *model.Line, req *pipeline.Request) {
			req.Think = "high"
		}, pipeline.MatchStale},
		"latest": {func(_ *model.Line, req *pipeline.Request) {
			req.Model += ":latest"
		}, pipeline.MatchFresh},
		"another model": {func(_ *model.Line, req *pipeline.Request) { req.Model += "2" }, pipeline.MatchStale},
	} {
		l := liveLine("turn-1/main-1")
		req := *l.Request
		tt.alter(&l, &req)
		replay := model.NewReplay(&model.Recording{Lines: []model.Line{l}}, 1, model.Nothing{})
		resp, err := replay.Chat(context.Background(), req)
		if _, failed := errors.AsType[*pipeline.Failure](err); err != nil && !failed {
			t.Errorf("%s: %v", name, err)
		}
		if resp.Origin.Match != tt.want {
			t.Errorf("%s: %s, want %s", name, resp.Origin.Match, tt.want)
		}
	}
}

// A refused line does not answer, and does not count as used.
func TestReplayRefuses(t *testing.T) {
	l, m := liveLine("turn-1/main-1"), liveLine("turn-1/main-2")
	m.Request.Model = "other"
	m.Digest = model.Digest(*m.Request)
	replay := model.NewReplay(&model.Recording{Lines: []model.Line{l, m}}, 1, model.Nothing{})
	replay.Refuse = func(l *model.Line, match pipeline.Match) bool { return l.Path == "turn-1/main-1" }
	if _, err := replay.Chat(context.Background(), *l.Request); err == nil {
		t.Error("a refused line answers")
	}
	if _, err := replay.Chat(context.Background(), *m.Request); err != nil {
		t.Error(err)
	}
	if _, used := replay.Used(l.Path); used {
		t.Error("a refused line is said to have answered")
	}
	if i, used := replay.Used(m.Path); !used || i != 1 {
		t.Errorf("line %d, %v", i, used)
	}
}

// ignoreStage ignores what a recording does not keep of a request.
var ignoreStage = cmp.FilterPath(func(p cmp.Path) bool {
	switch p.Last().String() {
	case ".Variant", ".Leaf":
		return true
	}
	return false
}, cmp.Ignore())
