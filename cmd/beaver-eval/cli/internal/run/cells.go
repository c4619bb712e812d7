package run

import (
	"context"

	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// cells breaks the calls of cases according to the matrix of their suite, only those that the run selects.
func cells(exchange runner.Exchange, stages []string) func(
	context.Context, *project.Suite, *runner.Prepared,
) ([]result.Cell, []score.Score, error) {
	return func(ctx context.Context, s *project.Suite, p *runner.Prepared) ([]result.Cell, []score.Score, error) {
		if s.IsApplication() {
			m := faults.AppMatrixOf(s)
			m.Only = stages
			all, _, err := m.Cells(ctx, s, p)
			return faults.Results(all), faults.AppScores(all), err
		}
		m := faults.Of(s)
		m.Only, m.Judged, m.Exchange = stages, true, exchange
		all, err := m.Cells(ctx, s, p)
		return all, faults.Scores(s.Name, p.ID(), all), err
	}
}
