package mas

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// All calls and messages of agents count, and stages that have finished; the user's message is none of theirs.
func TestFigures(t *testing.T) {
	stage := func(state string) pipeline.Entry {
		return pipeline.Entry{Kind: pipeline.EntryEvent, Path: "turn-1", Stage: eventStage,
			Value: []byte(`{"task":"t","stage":"s","state":"` + state + `"}`)}
	}
	log := []pipeline.Entry{
		{Kind: pipeline.EntryDecided, Path: "turn-1", Stage: stageDispatch}, stage("running"),
		{Kind: pipeline.EntryCall, Path: "turn-1/agent:a/step:1/planning"},
		{Kind: pipeline.EntryDecided, Path: "turn-1/agent:a/step:1", Stage: stageDispatch}, stage("failed"),
		{Kind: pipeline.EntryCall, Path: "turn-1/agent:a/step:2/summary"}, stage("finished"),
	}
	for _, c := range []struct {
		log  []pipeline.Entry
		want []pipeline.Amount
	}{
		{log, []pipeline.Amount{{Figure: "stages.calls", Value: 2, Of: 1},
			{Figure: "stages.messages", Value: 1, Of: 1}}},
		{log[:5], []pipeline.Amount{{Figure: "stages.calls", Value: 1}, {Figure: "stages.messages", Value: 1}}},
	} {
		if d := cmp.Diff(c.want, (&System{}).Measure(c.log, nil)); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}
