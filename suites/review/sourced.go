package review

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Sourced returns a golden with the provenance of its texts, as far as a run of its case knows it: goldens do not keep
// that. Calls that the run has not sent unchanged have sections of unclear source; without a trace, all do.
func Sourced(f *goldens.File, t *trace.Trace) *goldens.File {
	sent := map[string]goldens.Call{}
	if t != nil {
		for _, c := range GoldenOf(t).Calls {
			sent[c.Path] = c
		}
	}
	with := *f
	with.Calls = slices.Clone(f.Calls)
	for i, c := range with.Calls {
		if now, ok := sent[c.Path]; ok && now.Equal(c) {
			with.Calls[i] = now
			continue
		}
		with.Calls[i].Messages = slices.Clone(c.Messages)
		for j, m := range c.Messages {
			with.Calls[i].Messages[j].Sections = unclear(m.Sections)
		}
	}
	return &with
}

func unclear(sections []pipeline.Section) []pipeline.Section {
	source := pipeline.TextSource{Kind: pipeline.TextUnclear}
	with := slices.Clone(sections)
	for i, s := range with {
		with[i] = s.WithPieces(source.Of(s.Text))
	}
	return with
}
