package faults_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Each system has a suite whose matrix is part of the main job and is meaningful: each pair of a stage and a fault that
// it can meet has a cell in which the fallback differs from the intended answer, every cell is right, and each reason
// that a stage declares is reported somewhere.
func TestSuiteOfFallbacks(t *testing.T) {
	if testing.Short() {
		t.Skip("breaks each call of the suites of fallbacks")
	}
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	all := repository(t)
	for _, name := range slices.Sorted(maps.Keys(known)) {
		if _, described := known[name].(pipeline.Configured); described {
			continue // applications declare nothing
		}
		t.Run(name, func(t *testing.T) {
			broken := faults.FallbacksOf(t, all, name)
			m := matrix{suite: broken, telling: pairs(broken), reported: map[string]bool{}}
			m.run(t)
			m.check(t)
			for _, s := range all {
				if s.System == name {
					m.intended(t, s)
				}
			}
			for _, st := range m.suite.Vocabulary().Stages {
				for _, reason := range reasons(st) {
					if !m.reported[st.Name+" "+string(reason)] {
						t.Errorf("nothing leads to %s for the reason %s", st.Name, reason)
					}
				}
			}
		})
	}
}

// matrix is the outcome of a suite's cells.
type matrix struct {
	suite        *project.Suite
	cases, cells int
	telling      map[string]int  // cells that are not the same as intended, by stage and fault
	reported     map[string]bool // by stage and reason
}

// pairs returns the calling stages with the faults of the matrix that they can meet.
func pairs(s *project.Suite) map[string]int {
	telling := map[string]int{}
	for _, st := range s.Vocabulary().Stages {
		for _, name := range s.FaultMatrix().Faults {
			if f, _ := fault.Find(name); st.Calls && f.Fits(st) {
				telling[st.Name+" "+name] = 0
			}
		}
	}
	return telling
}

// reasons returns the reasons that a stage can report: its own and, if it calls a model, those of calls that a case can
// have without a matrix.
func reasons(st pipeline.Stage) []pipeline.Reason {
	own := slices.Clone(st.Reasons)
	if st.Calls {
		own = append(own, pipeline.Unavailable, pipeline.Timeout, pipeline.Transport, pipeline.Empty)
	}
	return own
}

// run breaks each call of the suite's cases.
func (m *matrix) run(t *testing.T) {
	t.Helper()
	server, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	o := faults.Options{Matrix: func(s *project.Suite) *faults.Matrix {
		of := faults.Of(s)
		of.Judged = true
		of.Exchange = func(
			ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
		) (pipeline.Response, error) {
			return server.Chat(ctx, badserver.Way(way), req, answer, false)
		}
		return of
	}}
	sink := func(c faults.CaseCells) error {
		m.cases++
		for _, cell := range c.Cells {
			m.count(t, c.Case, cell)
		}
		return nil
	}
	suites, names := []*project.Suite{m.suite}, []string{m.suite.System}
	if err := faults.Run(t.Context(), suites, names, o, func() {}, sink); err != nil {
		t.Fatal(err)
	}
}

func (m *matrix) count(t *testing.T, of string, cell result.Cell) {
	if cell.Verdict == result.VerdictNotApplicable {
		return
	}
	m.cells++
	if !cell.Right() {
		t.Errorf("%s %s: %s: %s", of, cell.Name(), cell.Verdict, cell.Why)
	}
	m.reported[cell.Stage+" "+string(cell.Reason)] = true
	if cell.Verdict != result.VerdictSame {
		m.telling[cell.Stage+" "+cell.FaultName()]++
	}
}

// intended adds the reports of a suite's cases without faults.
func (m *matrix) intended(t *testing.T, s *project.Suite) {
	t.Helper()
	err := s.Sources().Each(t.Context(), func(src fixtures.Source) error {
		prepared, err := runner.Prepare(s, src, []string{s.System}, nil)
		if err != nil {
			return err
		}
		ran := faults.OpenCase(t.Context(), prepared, faults.CaseOptions{Stages: s.Vocabulary().Stages}).Intended()
		for _, e := range ran.Log {
			if e.Kind == pipeline.EntryFallback {
				m.reported[e.Stage+" "+string(e.Fallback.Reason)] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// check asserts that the suite is large enough to be meaningful.
func (m *matrix) check(t *testing.T) {
	t.Helper()
	if least := 5 * len(m.telling); m.cases < 10 || m.cells < least || len(m.suite.FaultMatrix().Faults) < 5 {
		t.Errorf("%s: %d cases, %d cells of %d faults; want 10, %d and 5", m.suite.Name, m.cases, m.cells,
			len(m.suite.FaultMatrix().Faults), least)
	}
	for pair, n := range m.telling {
		if n == 0 {
			t.Errorf("%s: no cell tells anything", pair)
		}
	}
}
