package model_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

func TestReplay(t *testing.T) {
	rec := recorded(t, request("turn-1/router", "a"), request("turn-1/main-1", "b"), request("turn-2/main-1", "b"),
		request("turn-2/main-2", "c"))
	rec.Lines = append(rec.Lines,
		model.Line{Path: "turn-3/main-1", Repeat: 1, Source: pipeline.SourceImported, From: "a log", Model: "gpt",
			Response: pipeline.Response{Content: "imported"}},
		model.Line{Path: "turn-4/main-1", Repeat: 1, Source: pipeline.SourceOllama, Model: "m",
			Digest: model.Digest(request("", "d")), CarriedFrom: "00", Response: pipeline.Response{Content: "kept"}},
	)
	ollama := func(match pipeline.Match, from string) pipeline.Origin {
		return pipeline.Origin{Source: pipeline.SourceOllama, Match: match, Model: "m", From: from}
	}
	for _, tt := range []struct {
		name    string
		req     pipeline.Request
		content string
		origin  pipeline.Origin
	}{
		{"fresh", request("turn-1/router", "a"), "answer to a", ollama(pipeline.MatchFresh, "")},
		{"fresh at its own path, though another has the digest", request("turn-2/main-1", "b"), "answer to b",
			ollama(pipeline.MatchFresh, "")},
		{"moved: the first with the digest", request("turn-9/main-1", "b"), "answer to b",
			ollama(pipeline.MatchMoved, "turn-1/main-1")},
		{"moved beats stale", request("turn-2/main-2", "b"), "answer to b",
			ollama(pipeline.MatchMoved, "turn-1/main-1")},
		{"stale", request("turn-2/main-2", "other"), "answer to c", ollama(pipeline.MatchStale, "")},
		{"imported, whatever the prompt", request("turn-3/main-1", "anything"), "imported",
			pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh, From: "a log", Model: "gpt"}},
		{"an imported path beats a digest elsewhere", request("turn-3/main-1", "a"), "imported",
			pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchFresh, From: "a log", Model: "gpt"}},
		{"carried", request("turn-4/main-1", "d"), "kept", pipeline.Origin{Source: pipeline.SourceOllama,
			Match: pipeline.MatchFresh, Model: "m", Carried: true}},
		{"carried and stale", request("turn-4/main-1", "e"), "kept", pipeline.Origin{Source: pipeline.SourceOllama,
			Match: pipeline.MatchStale, Model: "m", Carried: true}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := model.NewReplay(rec, 1, model.Nothing{})
			for range 2 { // nothing is consumed
				got, err := r.Chat(t.Context(), tt.req)
				if err != nil || got.Content != tt.content {
					t.Errorf("%q, %v; want %q", got.Content, err, tt.content)
				}
				if d := cmp.Diff(tt.origin, got.Origin); d != "" {
					t.Errorf("origin (-want +got):\n%s", d)
				}
			}
		})
	}
}

// A miss names the stage's most similar recorded request, and is never answered with another request's answer.
func TestReplayMiss(t *testing.T) {
	rec := recorded(t, request("turn-1/router", "a", "b", "c"), request("turn-1/main-1", "x", "y"),
		request("turn-2/main-1", "a", "b"), request("turn-3/main-1", "b", "a"))
	for _, tt := range []struct {
		name    string
		rec     *model.Recording
		req     pipeline.Request
		nearest string
	}{
		{"the most messages in common, the first among equals", rec, request("turn-7/main-1", "a", "b", "d"),
			"turn-2/main-1"},
		{"nothing in common: the first of the stage", rec, request("turn-7/main-1", "q"), "turn-1/main-1"},
		{"another stage is not near", rec, request("turn-7/router", "a"), "turn-1/router"},
		{"no request of the stage", rec, request("turn-7/finalizer", "a"), ""},
		{"no recording", nil, request("turn-1/router", "a"), ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := model.NewReplay(tt.rec, 1, model.Nothing{}).Chat(t.Context(), tt.req)
			miss, ok := errors.AsType[*model.MissError](err)
			if !ok {
				t.Fatalf("%v, want a miss", err)
			}
			if miss.Path != tt.req.Path || miss.Nearest != tt.nearest || (miss.Want == nil) != (tt.nearest == "") {
				t.Errorf("miss of %s near %q (%v), want near %q", miss.Path, miss.Nearest, miss.Want, tt.nearest)
			}
		})
	}
}

func TestReplayHandsOn(t *testing.T) {
	rec := recorded(t, request("turn-1/router", "a"))
	otherwise := &model.Scripted{Script: script{"turn-1/main-1": "otherwise"}, Match: pipeline.MatchOtherwise,
		Next: model.Nothing{}}
	r := model.NewReplay(rec, 1, otherwise)
	for path, want := range map[string]pipeline.Match{"turn-1/router": pipeline.MatchStale,
		"turn-1/main-1": pipeline.MatchOtherwise} {
		resp, err := r.Chat(t.Context(), request(path, "b"))
		if err != nil || resp.Origin.Match != want {
			t.Errorf("%s: %s, %v; want %s", path, resp.Origin.Match, err, want)
		}
	}
	errDown := errors.New("the disk is gone")
	broken := modelFunc(func(pipeline.Request) (pipeline.Response, error) { return pipeline.Response{}, errDown })
	if _, err := model.NewReplay(rec, 1, broken).Chat(t.Context(), request("turn-1/main-1", "b")); !errors.Is(err,
		errDown) {
		t.Errorf("%v, want the error of what lies behind", err)
	}
}

// Samples are kept apart: a replay of one does not see the others.
func TestReplayOfOneSample(t *testing.T) {
	var rec model.Recording
	for i, text := range []string{"first", "second"} {
		req := request("turn-1/main-1", "a")
		rec.Lines = append(rec.Lines, model.Line{
			Path: req.Path, Repeat: i + 1, Source: pipeline.SourceOllama, Digest: model.Digest(req), Request: &req,
			Response: pipeline.Response{Content: text},
		})
	}
	back := readBack(t, &rec)
	for repeat, want := range map[int]string{1: "first", 2: "second"} {
		resp, err := model.NewReplay(back, repeat, model.Nothing{}).Chat(t.Context(), request("turn-1/main-1", "a"))
		if err != nil || resp.Content != want {
			t.Errorf("sample %d: %q, %v; want %q", repeat, resp.Content, err, want)
		}
	}
	if _, err := model.NewReplay(back, 3, model.Nothing{}).Chat(t.Context(),
		request("turn-1/main-1", "a")); err == nil {
		t.Error("sample 3 was never recorded, and there is an answer")
	}
}
