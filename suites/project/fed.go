package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Feed has the suite's cases run on a form of its system that makes no calls of its own, since somebody has made them
// already, and gives it cases beside those of its files.
func (s *Suite) Feed(sys pipeline.System, more []fixtures.Source) {
	s.system, s.cases, s.fed = sys, s.cases.With(more), true
}

// Fed reports whether the calls of the suite's cases were made already: what else answers them says nothing then.
func (s *Suite) Fed() bool { return s.fed }
