package runner

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Link is one way to answer a call: a model that hands what it does not answer on to the next one.
type Link func(next pipeline.Model) pipeline.Model

// Chain returns what answers calls: the first link is asked first, and what no link answers is a miss.
func Chain(links []Link) pipeline.Model {
	var first pipeline.Model = model.Nothing{}
	for _, link := range slices.Backward(links) {
		first = link(first)
	}
	return first
}

// offline returns the links of a run without a model: what the case says, then what was recorded, then what the suite
// says for all else. Whatever a kind of run adds stands before them, as a fault does, or behind them, as an answer to
// what would be missed. A suite can have recordings go before what the case says.
func offline(s *project.Suite, c *fixtures.Case, rec *model.Recording) []Link {
	links := []Link{ScriptedBy(c), recordedIn(s, rec), OtherwiseBy(s)}
	if s.RecordingsFirst() {
		links[0], links[1] = links[1], links[0]
	}
	return links
}

// ScriptedBy returns what a case says.
func ScriptedBy(c *fixtures.Case) Link {
	return func(next pipeline.Model) pipeline.Model { return &model.Scripted{Script: c, Next: next} }
}

// OtherwiseBy returns what a suite says for all else.
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
