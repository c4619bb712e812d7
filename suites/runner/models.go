package runner

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Link is one way to answer a call: a model that passes calls it does not answer to the next one.
type Link func(next pipeline.Model) pipeline.Model

// Chain returns a model that asks the links in order; a call that none answers is a miss.
func Chain(links []Link) pipeline.Model {
	var first pipeline.Model = model.Nothing{}
	for _, link := range slices.Backward(links) {
		first = link(first)
	}
	return first
}

// offline returns the links of a run without a model: the case's scripts, then its recording, then the suite's
// otherwise. Kinds of runs add links before them, such as faults, or after them, such as answers to misses. A suite can
// put recordings before scripts.
func offline(s *project.Suite, c *fixtures.Case, rec *model.Recording) []Link {
	links := []Link{ScriptedBy(c), recordedIn(s, rec), OtherwiseBy(s)}
	if s.RecordingsFirst() {
		links[0], links[1] = links[1], links[0]
	}
	return links
}

// ScriptedBy returns the link of a case's scripts.
func ScriptedBy(c *fixtures.Case) Link {
	return func(next pipeline.Model) pipeline.Model { return &model.Scripted{Script: c, Next: next} }
}

// OtherwiseBy returns the link of a suite's otherwise.
func OtherwiseBy(s *project.Suite) Link {
	return func(next pipeline.Model) pipeline.Model {
		return &model.Scripted{Script: s.Otherwise, Match: pipeline.MatchOtherwise, Next: next}
	}
}

func recordedIn(s *project.Suite, rec *model.Recording) Link {
	return func(next pipeline.Model) pipeline.Model {
		replay := model.NewReplay(rec, 1, next)
		replay.Mask = s.Masker()
		return replay
	}
}
