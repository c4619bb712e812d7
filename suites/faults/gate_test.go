package faults_test

import (
	"context"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/ollama/badserver"
	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// The matrix of the main job is large enough to say something: each pair of a stage and a fault that it can meet has a
// cell in which the fallback is another answer than the one that was meant, and no cell is anything but right.
func TestSuiteOfFallbacks(t *testing.T) {
	if testing.Short() {
		t.Skip("breaks each call of 27 cases")
	}
	server, err := badserver.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	suite := repository(t, "fallbacks")[0]
	telling, cases, cells := map[string]int{}, 0, 0
	for _, st := range suite.Vocabulary().Stages {
		for _, name := range suite.FaultMatrix().Faults {
			if f, _ := fault.Find(name); st.Calls && f.Fits(st) {
				telling[st.Name+" "+name] = 0
			}
		}
	}
	o := faults.Options{Matrix: func(s *project.Suite) *faults.Matrix {
		m := faults.Of(s)
		m.Judged = true
		m.Exchange = func(
			ctx context.Context, way string, req pipeline.Request, answer pipeline.Response,
		) (pipeline.Response, error) {
			return server.Chat(ctx, badserver.Way(way), req, answer, false)
		}
		return m
	}}
	err = faults.Run(t.Context(), []*project.Suite{suite}, []string{"beaver"}, o, func() {},
		func(c faults.CaseCells) error {
			cases++
			for _, cell := range c.Cells {
				if cell.Verdict == result.VerdictNotApplicable {
					continue
				}
				cells++
				if !cell.Right() {
					t.Errorf("%s %s: %s: %s", c.Case, cell.Name(), cell.Verdict, cell.Why)
				}
				if cell.Verdict != result.VerdictSame {
					telling[cell.Stage+" "+cell.FaultName()]++
				}
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
	if cases < 20 || cells < 500 {
		t.Errorf("%d cases, %d cells", cases, cells)
	}
	// six stages that read JSON with six faults each, the router with a second timeout; three that read text with four
	if want := 6*6 + 7 + 3*4; len(telling) != want {
		t.Errorf("%d pairs, want %d", len(telling), want)
	}
	for pair, n := range telling {
		if n == 0 {
			t.Errorf("%s: no cell tells anything", pair)
		}
	}
}
