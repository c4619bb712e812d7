package review

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// sweep takes away what killed commands began to write beside a suite's goldens and recordings and never finished:
// while the guard is held nobody is at work there.
func sweep(ctx context.Context, store goldens.Store, suite *project.Suite, guard *lockfile.Guard) error {
	left, err := store.Leftovers(suite.Name)
	if err != nil {
		return err
	}
	recordings, err := suite.UnfinishedRecordings()
	if left = append(left, recordings...); err != nil || len(left) == 0 {
		return err
	}
	return guard.Do(ctx, func() error {
		var errs []error
		for _, file := range left {
			errs = append(errs, store.Remove(file))
		}
		return errors.Join(errs...)
	})
}
