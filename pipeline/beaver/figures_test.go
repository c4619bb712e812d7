package beaver

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A turn counts by the mode in which its attempt was made, also where a plan was rejected. The candidates of a resolver
// are none of the run at the same place.
func TestFigures(t *testing.T) {
	e := func(kind pipeline.EntryKind, path, stage, value string) pipeline.Entry {
		return pipeline.Entry{Kind: kind, Path: path, Stage: stage, Value: []byte(value)}
	}
	log := []pipeline.Entry{
		e(pipeline.EntryCall, "turn-1/planner", stagePlanner, ""),
		e(pipeline.EntryDecided, "turn-1/planner", stagePlanner, `{"mode":"team"}`),
		e(pipeline.EntryEvent, "turn-1/node:a", pipeline.EventCandidates, `[{"name":"x"},{"name":"y"}]`),
		e(pipeline.EntryCall, "turn-1/node:a/resolver", stageResolver, ""),
		e(pipeline.EntryDecided, "turn-1/node:a/resolver", stageResolver, `["x"]`),
		e(pipeline.EntryDecided, "turn-1/node:a", stageFinal, `[]`),
		e(pipeline.EntryEvent, "turn-1", pipeline.EventCandidates, `[{"name":"x"},{"name":"y"},{"name":"z"}]`),
		e(pipeline.EntryCall, "turn-1/skills-shortlist", stageShortlist, ""),
		e(pipeline.EntryDecided, "turn-1/skills-shortlist", stageShortlist, `["x","y"]`),
		e(pipeline.EntryCall, "turn-1/skills-final", stageFinal, ""),
		e(pipeline.EntryDecided, "turn-1/skills-final", stageFinal, `["y"]`),
		e(pipeline.EntryCall, "turn-2/planner", stagePlanner, ""),
		e(pipeline.EntryDecided, "turn-2/planner", stagePlanner, `{"mode":"team"}`),
		e(pipeline.EntryDecided, "turn-2/planner", stagePlanner, `{"mode":"single"}`),
		e(pipeline.EntryCall, "turn-3/router", stageRouter, ""), // no attempt
	}
	got := map[string][2]float64{}
	for _, a := range (&System{}).Measure(log, func(string) pipeline.Request { return pipeline.Request{} }) {
		name := a.Figure + "[" + a.Facet + "]"
		got[name] = [2]float64{got[name][0] + a.Value, got[name][1] + a.Of}
	}
	want := map[string][2]float64{
		"team.calls[]": {5, 2}, "team.calls[team]": {4, 1}, "team.calls[single]": {1, 1},
		"team.depth[]": {2, 2}, "team.depth[team]": {1, 1}, "team.depth[single]": {1, 1},
		"team.tokens[]": {0, 2}, "team.tokens[team]": {0, 1}, "team.tokens[single]": {0, 1},
		"skills.considered[]": {3, 2}, "skills.shortlisted[]": {2, 1}, "skills.activated[]": {1, 2},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("value and whole (-want +got):\n%s", d)
	}
}
