package runner

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// patience is how long a case may take to notice that its time is over. One that does not is left alone: no Go code can
// be ended from outside.
const patience = 2 * time.Second

// ran is a case that has run.
type ran struct {
	res      *result.Result
	prepared *Prepared
	panicked error
}

// limited runs a case for at most a time; 0: for as long as it takes. The result is nil if that was too short.
func limited(ctx context.Context, limit time.Duration, run func(context.Context) (*result.Result, *Prepared)) (
	*result.Result, *Prepared) {
	if limit == 0 {
		return run(ctx)
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	done := make(chan ran, 1)
	go func() {
		of, err := safely(func() (of ran, _ error) {
			of.res, of.prepared = run(within)
			return of, nil
		})
		of.panicked = err
		done <- of
	}()
	var of ran
	select {
	case of = <-done:
	case <-within.Done():
		select {
		case of = <-done:
		case <-time.After(patience):
		}
	}
	if of.panicked != nil {
		panic(of.panicked) // as without a limit
	}
	if within.Err() != nil && ctx.Err() == nil {
		return nil, nil
	}
	return of.res, of.prepared
}

// tooLong returns the result of a case that took longer than a limit. What it did until then is dropped, since that
// depends on the machine.
func tooLong(s *project.Suite, src fixtures.Source, systems []string, limit time.Duration) *result.Result {
	res := &result.Result{Suite: s.Name, System: s.System, Case: src.File, File: src.File, Line: src.Line,
		Twin: src.IsTwin(), Sample: src.Sample, Status: result.StatusError}
	if c, err := src.Decode(systems); err == nil {
		res.Case, res.Tags, res.Group, res.CaseForms = c.ID, c.Tags, c.Group, c.Forms
	}
	res.Errors = []error{pipeline.FileErrorf(src.File, src.Line, "the case took longer than --timeout %s", limit)}
	res.Mask(s.Masker())
	return res
}
