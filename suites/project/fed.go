package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// RunOn has the suite's cases run on a form of its system that makes no calls of its own, since somebody has made them
// already, and gives it cases beside those that it has.
func (s *Suite) RunOn(sys pipeline.System, more []fixtures.Source) {
	s.system, s.cases = sys, s.cases.With(more)
}

// Feed is RunOn for calls whose answers are known too: what else answers them says nothing then. Beside the cases more
// there are those alone that a fixture has.
func (s *Suite) Feed(sys pipeline.System, more []fixtures.Source) {
	s.system, s.cases = sys, s.ofFiles.With(more)
	s.fed = map[string]bool{}
	for i := range more {
		if head, err := more[i].Head(); err == nil { // else it is told where the case is run
			s.fed[head.ID] = true
		}
	}
}

// FromLog reports whether a case is known from what has fed the suite alone.
func (s *Suite) FromLog(id string) bool { return s.fed[id] }

// Fed reports whether the answers to the calls of the suite's cases are known.
func (s *Suite) Fed() bool { return s.fed != nil }
