package trace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// A score depends on all calls of earlier turns, and on those of its own that are no deeper than its call.
func TestScoresRest(t *testing.T) {
	at := func(path string, depth int, o pipeline.Origin) trace.Step {
		return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: path, Depth: depth},
			Call: &trace.Call{Path: path, Origin: o}}
	}
	x := trace.NewProvenanceIndex(&trace.Trace{Steps: []trace.Step{
		at("turn-1/router", 1, pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}),
		at("turn-1/main-1", 2, pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchStale}),
		at("turn-2/router", 3, pipeline.Origin{Source: pipeline.SourceImported}),
		at("turn-2/main-1", 4, pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise}),
		at("turn-3/router", 5, pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh,
			Carried: true}),
	}})
	for path, want := range map[string][]string{
		"turn-1/router": nil,
		"turn-1":        {trace.Stale},
		"turn-2/router": {trace.Stale, trace.Imported},
		"turn-2/main-1": {trace.Stale, trace.Imported, trace.Scripted, trace.Otherwise},
		"turn-3": {trace.Stale, trace.Carried, trace.Imported, trace.Scripted,
			trace.Otherwise},
		"": {trace.Stale, trace.Carried, trace.Imported, trace.Scripted,
			trace.Otherwise},
	} {
		if d := cmp.Diff(want, x.Behind(path)); d != "" {
			t.Errorf("%q (-want +got):\n%s", path, d)
		}
	}
}

// Every kind is listed, in the order of reports, whatever other kinds an answer has.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		origin pipeline.Origin
		want   []string
	}{
		{pipeline.Origin{}, nil},
		{pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchFresh}, nil},
		{pipeline.Origin{Source: pipeline.SourceImported, Match: pipeline.MatchStale, Carried: true},
			[]string{"stale", "carried", "imported"}},
		{pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise},
			[]string{"scripted", "otherwise"}},
		{pipeline.Origin{Source: pipeline.SourceOllama, Match: pipeline.MatchMoved}, []string{"moved"}},
	} {
		var all, got []string
		for kind, is := range trace.ProvenanceOf(tt.origin).All() {
			if all = append(all, kind); is {
				got = append(got, kind)
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.origin, d)
		}
		if d := cmp.Diff([]string{"stale", "carried", "imported", "scripted", "otherwise", "moved"}, all); d != "" {
			t.Errorf("all kinds (-want +got):\n%s", d)
		}
	}
}
