package openclaw

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A run of the document's figures saves 98%; one without a listed skill says nothing about skills.
func TestFigures(t *testing.T) {
	cost := func(value string) pipeline.Entry {
		return pipeline.Entry{Kind: pipeline.EntryEvent, Stage: eventCost, Path: "turn-1", Value: []byte(value)}
	}
	log := []pipeline.Entry{
		cost(`{"listed":20,"catalogue":2000,"bodies":5000,"files":70,"up_front":100000,"shortened":110}`),
		{Kind: pipeline.EntryEvent, Stage: "context", Value: []byte(`{"tokens":1}`)},
		cost(`{"listed":0,"catalogue":0,"bodies":30,"files":0,"up_front":0,"shortened":0}`),
	}
	want := []pipeline.Amount{
		{Figure: "skills.saved", Value: 98000, Of: 100000}, {Figure: "skills.entry", Value: 2000, Of: 20},
		{Figure: "skills.path", Value: 110, Of: 20}, {Figure: "skills.read", Value: 5070, Of: 1},
		{Figure: "skills.saved"}, {Figure: "skills.entry"}, {Figure: "skills.path"},
		{Figure: "skills.read", Value: 30, Of: 1},
	}
	if d := cmp.Diff(want, (&System{}).Measure(log, nil)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
