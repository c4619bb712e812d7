// An AppMatrix breaks the calls of applications on purpose, one at a time, and reports what the program did then. An
// application declares no fallbacks to compare with: each run with a fault is compared with the intended run, and the
// verdict says how it went on.

package faults

import (
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// AppMatrix says which calls of a case break, and how.
type AppMatrix struct {
	Stages []string      // globs over stages and paths of calls; none: all
	Only   []string      // further globs that must match; none: all
	Faults []string      // globs over names of faults, and classes; none: all but those that are rarely tried
	All    bool          // also those that are rarely tried
	Cell   string        // the one cell to try; empty: all
	Limit  time.Duration // of a turn in a run with a fault; 0: DefaultLimit

	Progress Progress // nil: nobody watches
}

// Progress is told how far the work is. It is safe for concurrent use.
type Progress interface {
	Planned(cells int) // there are so many more to try
	Step()             // one has been tried
}

func (m *AppMatrix) planned(cells int) {
	if m.Progress != nil {
		m.Progress.Planned(cells)
	}
}

// DefaultAppLimit is how long a turn with a fault may take, unless its suite sets a lower limit.
const DefaultAppLimit = 10 * time.Second

// mostAsks is how often a program may send the same request before it counts as an endless loop.
const mostAsks = 8

// answered is the answer to a request that nothing else answers, so that the program goes on.
const answered = "All right."

// AppMatrixOf returns the matrix of a suite; by default that of all stages and faults.
func AppMatrixOf(s *project.Suite) *AppMatrix {
	m := &AppMatrix{}
	if own := s.FaultMatrix(); own != nil {
		m.Stages, m.Faults = own.Stages, own.Faults
	}
	return m
}

// chosen reports whether a call is to break.
func (m *AppMatrix) chosen(a *ask) bool {
	return a.err == nil && filter.MatchesCall(m.Stages, a.request.Stage, a.request.Path) &&
		filter.MatchesCall(m.Only, a.request.Stage, a.request.Path) &&
		(m.Cell == "" || strings.HasPrefix(m.Cell, a.request.Path+":"))
}

// faults returns the selected faults, including that of the single selected cell.
func (m *AppMatrix) faults() []fault.Fault {
	return slices.DeleteFunc(fault.OfApplications(), func(f fault.Fault) bool {
		switch {
		case m.Cell != "":
			return !strings.Contains(m.Cell+":", ":"+f.Name+":") && !strings.Contains(m.Cell, ":"+f.Name+"@")
		case len(m.Faults) > 0:
			return !project.MatchesFault(m.Faults, f)
		}
		return f.Every || f.Application.Rarely && !m.All
	})
}

func (m *AppMatrix) limit() time.Duration {
	if m.Limit == 0 {
		return DefaultAppLimit
	}
	return m.Limit
}
