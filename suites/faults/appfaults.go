// An AppMatrix breaks the calls of applications on purpose, one at a time, and reports what the program did then. An
// application declares no fallbacks to compare with: each run with a fault is compared with the intended run, and the
// verdict says how it went on.

package faults

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// AppMatrix says which calls of a case break, and how.
type AppMatrix struct {
	Stages []string      // globs over stages and paths of calls; none: all
	Only   []string      // further globs that must match; none: all
	Faults []string      // globs over names of faults; none: all
	Cell   string        // the one cell to try; empty: all
	Limit  time.Duration // of a turn in a run with a fault; 0: DefaultLimit
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

// applies reports whether the answer to a call can have a fault.
func applies(f fault.Application, a ask) bool {
	switch f.Of {
	case fault.WholeCall:
		return !a.streamed
	case fault.StreamedCall:
		return a.streamed
	case fault.ToolCall:
		return len(a.request.Tools) > 0
	}
	return true
}

// chosen reports whether a call is to break with a fault.
func (m *AppMatrix) chosen(a ask, f fault.Application) bool {
	return filter.MatchesCall(m.Stages, a.request.Stage, a.request.Path) &&
		filter.MatchesCall(m.Only, a.request.Stage, a.request.Path) && filter.Matches(m.Faults, f.Name) &&
		(m.Cell == "" || m.Cell == cellName(a.request.Path, f.Name, false) ||
			m.Cell == cellName(a.request.Path, f.Name, true))
}

func (m *AppMatrix) limit() time.Duration {
	if m.Limit == 0 {
		return DefaultAppLimit
	}
	return m.Limit
}
