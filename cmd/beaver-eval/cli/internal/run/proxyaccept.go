package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// acceptShown accepts what the cases of a session show: these run as in any run, and are then taken as accept takes
// them. A case in error is left out.
func (a *app) acceptShown(ctx context.Context, j *job, started time.Time) error {
	shown := runner.Options{Cases: j.choice.cases, Compare: true, Exchange: a.Exchange,
		Keep: &goldens.Run{Name: stored.RunName(started), Build: console.Build()}}
	chosen := &review.Chosen{}
	err := runner.Run(ctx, j.suites, a.Systems, shown, func(r *result.Result) error {
		if r.Status != result.StatusError {
			chosen.Add(r.Suite, fixtures.FileName(r.Case))
		}
		return nil
	})
	if err != nil {
		return console.Fault(err)
	}
	taking := &review.Taking{Whole: true, Chosen: chosen, Build: console.Build()}
	taken, err := runner.Take(ctx, j.suites, a.Systems, nil, taking, a.Exchange, func(*result.Result) {})
	if err != nil {
		return console.Fault(err)
	}
	of := taken.Accepted
	for _, c := range of.List() {
		fmt.Fprintln(a.Stderr, c)
	}
	if of.Cases > 0 {
		fmt.Fprintf(a.Stderr, "%s in %s accepted\n", wording.Number(of.Calls, "call"), wording.Number(of.Cases, "case"))
	}
	return errors.Join(taken.Errors...)
}
