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

// chain is what answers the calls of a run: the first link is asked first, and what no link answers is a miss. Capture
// stands before all of them: it keeps what the system sent and what the system got.
func chain(links []Link) *model.Capture {
	var first pipeline.Model = model.Nothing{}
	for _, link := range slices.Backward(links) {
		first = link(first)
	}
	return &model.Capture{Next: first}
}

// offline are the links of a run without a model: what the case says, then what was recorded, then what the suite says
// for all else. Whatever a kind of run adds stands before them, as a fault does, or behind them, as an answer to what
// would be missed.
func offline(s *project.Suite, c *fixtures.Case, rec *model.Recording) []Link {
	return []Link{
		func(next pipeline.Model) pipeline.Model { return &model.Scripted{Script: c, Next: next} },
		func(next pipeline.Model) pipeline.Model {
			replay := model.NewReplay(rec, 1, next)
			replay.Mask = s.Masker()
			return replay
		},
		func(next pipeline.Model) pipeline.Model {
			return &model.Scripted{Script: s.Otherwise, Match: pipeline.MatchOtherwise, Next: next}
		},
	}
}
