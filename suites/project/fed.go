package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// RunOn replaces the suite's system by one that makes no calls of its own, since they have been made already, and adds
// cases, or replaces those that have no fixture.
func (s *Suite) RunOn(sys pipeline.System, more []fixtures.Source) {
	s.system, s.cases = sys, s.cases.Instead(more)
}

// OfFixtures returns the cases that have a fixture.
func (s *Suite) OfFixtures() *fixtures.Set { return s.ofFiles }

// GoldenOf returns the file of a case's golden, whether or not there is one.
func (s *Suite) GoldenOf(id string) string {
	return s.project.Store().Path(s.Name, fixtures.FileName(id))
}

// Feed is RunOn for calls whose answers are known too: other sources of answers are unused. Beside the cases more, only
// those with a fixture remain.
func (s *Suite) Feed(sys pipeline.System, more []fixtures.Source) {
	s.system, s.cases = sys, s.ofFiles.With(more)
	s.fed = map[string]bool{}
	for i := range more {
		if head, err := more[i].Head(); err == nil { // else running the case reports it
			s.fed[head.ID] = true
		}
	}
}

// FromLog reports whether a case comes only from the log that feeds the suite.
func (s *Suite) FromLog(id string) bool { return s.fed[id] }

// Fed reports whether the answers to the calls of the suite's cases are known.
func (s *Suite) Fed() bool { return s.fed != nil }

// CheckedSets returns the cases that the suites' fixtures have, for Project.Checked.
func CheckedSets(suites []*Suite) map[string]*fixtures.Set {
	checked := map[string]*fixtures.Set{}
	for _, s := range suites {
		checked[s.file] = s.ofFiles
	}
	return checked
}
