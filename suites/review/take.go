package review

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Take takes changes of a case under review. The case's run is res, which receives the outcome.
func (r *Comparer) Take(ctx context.Context, res *result.Result, t *Taking) {
	if slices.ContainsFunc(res.Errors, isNoWordOfTheCase) {
		return
	}
	take := func() error { return r.takeEdits(res, t) }
	switch {
	case t.Whole && (t.Keep == nil || res.Status != result.StatusError):
		take = func() error { return r.takeWhole(res, t) }
	case res.Status == result.StatusError: // neither its edits nor its answers are known
		return
	}
	res.Golden = r.goldenFile(fixtures.FileName(res.Case))
	if err := r.guarded(ctx, t, take); err != nil {
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
