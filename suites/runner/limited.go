package runner

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// patience is how long a case may take to notice that its time is over. One that does not is left alone: no Go code can
// be ended from outside.
const patience = 2 * time.Second

// ran is a case that has run.
type ran struct {
	res      *result.Result
	prepared *Prepared
}

// limited runs a case for at most the time that the options allow. What a case has done in too long a time is dropped,
// since that depends on the machine.
func (r *suiteRun) limited(ctx context.Context, src fixtures.Source) (*result.Result, *Prepared) {
	run := func(ctx context.Context) ran {
		res, prepared := runCase(ctx, r.suite, src, r.systems, instead{r.options.Answerer, r.embedder,
			r.options.Exchange, r.options.Repeat > 1, r.options.Now})
		return ran{res, prepared}
	}
	if r.options.Timeout == 0 {
		of := run(ctx)
		return of.res, of.prepared
	}
	within, cancel := context.WithTimeout(ctx, r.options.Timeout)
	defer cancel()
	type outcome struct {
		ran
		panicked error
	}
	done := make(chan outcome, 1)
	go func() {
		of, err := safely(func() (ran, error) { return run(within), nil })
		done <- outcome{of, err}
	}()
	var of outcome
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
	if within.Err() != nil && ctx.Err() == nil || of.res == nil {
		return r.tooLong(src), nil
	}
	return of.res, of.prepared
}

// tooLong returns the result of a case that took too long.
func (r *suiteRun) tooLong(src fixtures.Source) *result.Result {
	res := &result.Result{Suite: r.suite.Name, System: r.suite.System, Case: src.File, File: src.File, Line: src.Line,
		Twin: src.IsTwin(), Sample: src.Sample, Status: result.StatusError}
	if c, err := src.Decode(r.systems); err == nil {
		res.Case, res.Tags, res.Group, res.CaseForms = c.ID, c.Tags, c.Group, c.Forms
	}
	res.Errors = []error{pipeline.FileErrorf(src.File, src.Line, "the case took longer than --timeout %s",
		r.options.Timeout)}
	res.Mask(r.suite.Masker())
	return res
}
