package agens

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// A section that several nodes are sent is known once. A turn of one call has no share.
func TestFigures(t *testing.T) {
	texts := map[string][]string{"turn-1/a": {"job.", "objective a."}, "turn-1/b": {"job.", "objective b."},
		"turn-2/a": {"job."}}
	sent := func(path string) (req pipeline.Request) {
		for _, text := range texts[path] {
			m := pipeline.Message{Sections: []pipeline.Section{{Text: text}}}
			req.Messages = append(req.Messages, m)
		}
		return req
	}
	log := []pipeline.Entry{{Kind: pipeline.EntryCall, Path: "turn-1/a"}, {Kind: pipeline.EntryEvent, Path: "turn-1"},
		{Kind: pipeline.EntryCall, Path: "turn-1/b"}, {Kind: pipeline.EntryCall, Path: "turn-2/a"}}
	want := []pipeline.Amount{
		{Figure: "sections.tokens", Value: 4, Of: 1}, {Figure: "sections.tokens", Value: 4, Of: 1},
		{Figure: "sections.tokens", Value: 1, Of: 1},
		{Figure: "sections.share", Value: 4, Of: 7}, {Figure: "sections.share", Value: 4, Of: 7},
	}
	if d := cmp.Diff(want, (&System{}).Measure(log, sent)); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
