package review

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// TakeAll takes changes of several cases under review, whose runs are all, which receive the outcomes. The lock is
// taken once for all of them, and they wait side by side until their files are on the disk.
func (r *Comparer) TakeAll(ctx context.Context, all []*result.Result, t *Taking) error {
	worker := func(context.Context) func(*result.Result) *result.Result {
		return func(res *result.Result) *result.Result {
			r.take(res, t)
			return res
		}
	}
	return r.guarded(ctx, t, func() error {
		done := func(*result.Result) error { return nil }
		// What has begun is ended: the outcomes say what was written.
		return fixtures.InOrder(context.WithoutCancel(ctx), fixtures.EachOf(all), len(all), len(all), worker, done)
	})
}

// take takes changes of one case.
func (r *Comparer) take(res *result.Result, t *Taking) {
	if res.Trace == nil || res.Status == result.StatusSkipped && !t.Whole ||
		slices.ContainsFunc(res.Errors, isNoWordOfTheCase) {
		return
	}
	take := r.takeEdits
	switch {
	case t.Whole && (t.Keep == nil || res.Status != result.StatusError):
		take = r.takeWhole
	case res.Status == result.StatusError: // neither its edits nor its answers are known
		return
	}
	res.Golden = r.goldenFile(fixtures.FileName(res.Case))
	if err := take(res, t); err != nil {
		res.Errors, res.Status = append(res.Errors, err), result.StatusError
		res.Bug = res.Bug || result.IsBug(err)
	}
}

// guarded runs do under the guard, unless nothing is written.
func (r *Comparer) guarded(ctx context.Context, t *Taking, do func() error) error {
	if t.DryRun {
		return do()
	}
	return r.guard.Do(ctx, do)
}
