package run

import (
	"context"

	"github.com/beaver-eval/beaver-eval/suites/faults"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// cells breaks the calls of cases according to the matrix of their suite, only those that the run selects, unless an
// earlier command has done so.
func cells(exchange runner.Exchange, stages []string, kept *faults.Kept) func(
	context.Context, *project.Suite, *runner.Prepared,
) (runner.BrokenCalls, error) {
	return func(ctx context.Context, s *project.Suite, p *runner.Prepared) (runner.BrokenCalls, error) {
		if s.IsApplication() {
			m := faults.AppMatrixOf(s)
			m.Only = stages
			all, _, err := m.Cells(ctx, s, p)
			return runner.BrokenCalls{Cells: faults.Results(all), Scores: faults.AppScores(all)}, err
		}
		m := faults.Of(s)
		m.Only, m.Judged, m.Exchange = stages, true, exchange
		all, earlier, err := kept.Cells(ctx, m, s, p)
		return runner.BrokenCalls{Cells: all, Scores: faults.Scores(s.Name, p.ID(), all), Kept: earlier}, err
	}
}
