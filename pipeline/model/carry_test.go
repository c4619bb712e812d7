package model_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

func nobody(string) bool { return false }

// Answers that are carried on, however often, are fresh for the last request, keep their text, and name the request
// that the model has seen. Lines keep their order, and the file round-trips.
func TestCarry_KeepsTheFirstRequest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var first []pipeline.Request
		for n := range rapid.IntRange(1, 5).Draw(t, "calls") {
			req := anyRequest.Draw(t, "request")
			req.Path = fmt.Sprintf("turn-%d/main-1", n+1)
			first = append(first, req)
		}
		rec := recordedAll(t, first)
		sent := first
		for range rapid.IntRange(1, 3).Draw(t, "edits") {
			edited := append([]pipeline.Request(nil), sent...)
			for i := range edited {
				if rapid.Bool().Draw(t, "edited") {
					word := pipeline.Text("user", "Edit", rapid.StringMatching("[a-z]{1,3}").Draw(t, "word"))
					edited[i].Messages = append([]pipeline.Message{word}, first[i].Messages...)
				}
			}
			stale := 0
			replay := model.NewReplay(rec, 1, model.Nothing{})
			for _, req := range edited {
				if r, _ := replay.Chat(t.Context(), req); r.Origin.Match == pipeline.MatchStale {
					stale++
				}
			}
			carried, n := rec.Carry(edited, nobody)
			if n != stale || len(carried.Lines) != len(rec.Lines) {
				t.Fatalf("%d of %d stale answers carried; %d lines of %d", n, stale, len(carried.Lines), len(rec.Lines))
			}
			rec, sent = written(t, carried), edited
		}
		replay := model.NewReplay(rec, 1, model.Nothing{})
		for i, req := range sent {
			got, err := replay.Chat(t.Context(), req)
			if err != nil || got.Origin.Match == pipeline.MatchStale {
				t.Fatalf("%s: %s, %v", req.Path, got.Origin.Match, err)
			}
			l := rec.Lines[i]
			if l.Path != req.Path || l.Response.Content != first[i].Path {
				t.Fatalf("line %d: the answer %q at %s", i+1, l.Response.Content, l.Path)
			}
			seen := l.CarriedFrom
			if seen == "" {
				seen = l.Digest
			}
			if seen != model.Digest(first[i]) || model.Digest(*l.Request) != l.Digest {
				t.Fatalf("%s: from %s, want %s; digest %s", l.Path, seen, model.Digest(first[i]), l.Digest)
			}
		}
	})
}

// recordedAll is a recording in which each request is answered with its path.
func recordedAll(t *rapid.T, reqs []pipeline.Request) *model.Recording {
	rec := &model.Recorder{Next: modelFunc(func(req pipeline.Request) (pipeline.Response, error) {
		return pipeline.Response{Content: req.Path, Duration: 4_350_001,
			Origin: pipeline.Origin{Source: pipeline.SourceOllama}}, nil
	})}
	var paths []string
	for _, req := range reqs {
		if _, err := rec.Chat(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, req.Path)
	}
	return written(t, rec.Recording("case", paths))
}

// written returns a recording after it was written and read, and checks that a second time changes nothing.
func written(t *rapid.T, rec *model.Recording) *model.Recording {
	text, err := rec.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := model.ReadRecording(text, "r.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.Encode()
	if err != nil || string(again) != string(text) {
		t.Fatalf("%v; written again it differs:\n%s\n%s", err, text, again)
	}
	return back
}

// The line of an answer that another call needs stays, and the kept one follows it. A later request can extend the
// second of them, but no longer the first.
func TestCarry_NeededLinesStay(t *testing.T) {
	a, b := request("turn-1/main-1", "a", "b"), request("turn-1/main-2", "a", "b", "c")
	rec := recorded(t, a, b)
	edited := []pipeline.Request{request("turn-1/main-1", "x", "b"), b}
	carried, n := rec.Carry(edited, func(digest string) bool { return digest == model.Digest(a) })
	if n != 1 || len(carried.Lines) != 3 {
		t.Fatalf("%d carried, %d lines", n, len(carried.Lines))
	}
	carried = readBack(t, carried)
	if l := carried.Lines[1]; l.CarriedFrom != model.Digest(a) || l.Digest != model.Digest(edited[0]) {
		t.Errorf("the line behind it: %+v", l)
	}
	for _, l := range carried.Lines {
		if model.Digest(*l.Request) != l.Digest {
			t.Errorf("%s: the request is not the one of its digest", l.Path)
		}
	}
	text, err := carried.Encode()
	if err != nil || strings.Contains(string(text), "extends") {
		t.Errorf("%v; a path that names two lines is extended:\n%s", err, text)
	}
}

// All samples of a request are kept with the first one; samples of another request at the path are not.
func TestCarry_Samples(t *testing.T) {
	old := request("turn-1/main-1", "old")
	rec := recorded(t, old)
	for repeat, digest := range []string{"", "", rec.Lines[0].Digest, "another"} {
		if digest != "" {
			l := rec.Lines[0]
			l.Repeat, l.Digest = repeat, digest
			rec.Lines = append(rec.Lines, l)
		}
	}
	carried, n := rec.Carry([]pipeline.Request{request("turn-1/main-1", "new")}, nobody)
	if n != 2 || carried.Lines[1].CarriedFrom != model.Digest(old) || carried.Lines[2].CarriedFrom != "" {
		t.Errorf("%d carried: %+v", n, carried.Lines)
	}
}

// Fresh, moved, imported and missing answers are not carried.
func TestCarry_NothingStale(t *testing.T) {
	rec := recorded(t, request("turn-1/main-1", "a"), request("turn-1/main-2", "b"))
	rec.Lines = append(rec.Lines, model.Line{Path: "turn-2/main-1", Repeat: 1, Source: pipeline.SourceImported,
		From: "log", Model: "m"})
	carried, n := rec.Carry([]pipeline.Request{request("turn-1/main-1", "a"), request("turn-1/main-2", "a"),
		request("turn-2/main-1", "c"), request("turn-3/main-1", "d")}, nobody)
	if n != 0 || len(carried.Lines) != 3 {
		t.Errorf("%d carried: %+v", n, carried.Lines)
	}
}

// The prompt is again the one that the model has seen: its answer no longer counts as kept.
func TestCarry_BackToTheFirst(t *testing.T) {
	old, edited := request("turn-1/main-1", "old"), request("turn-1/main-1", "new")
	rec := recorded(t, old)
	there, _ := rec.Carry([]pipeline.Request{edited}, nobody)
	back, n := there.Carry([]pipeline.Request{old}, nobody)
	if l := back.Lines[0]; n != 1 || l.CarriedFrom != "" || l.Digest != model.Digest(old) {
		t.Errorf("%d carried: %+v", n, l)
	}
}

// A duration survives any number of round trips.
func TestDurationIsNotWornDown(t *testing.T) {
	rec := recorded(t, request("turn-1/main-1", "a"))
	rec.Lines[0].Response.Duration = 4350 * time.Microsecond // in milliseconds, no float64 equals it
	for range 3 {
		rec = readBack(t, rec)
	}
	if got := rec.Lines[0].Response.Duration; got != 4350*time.Microsecond {
		t.Errorf("%v", got)
	}
}
