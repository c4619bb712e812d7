package review

import (
	"context"
	"errors"
)

// Sweep removes files that killed commands left unfinished beside the suite's goldens and recordings: while the guard
// is held no other command writes there.
func (r *Comparer) Sweep(ctx context.Context) error {
	left, err := r.store.Leftovers(r.suite.Name)
	if err != nil {
		return err
	}
	recordings, err := r.suite.UnfinishedRecordings()
	if left = append(left, recordings...); err != nil || len(left) == 0 {
		return err
	}
	return r.guard.Do(ctx, func() error {
		var errs []error
		for _, file := range left {
			errs = append(errs, r.store.Remove(file))
		}
		return errors.Join(errs...)
	})
}
