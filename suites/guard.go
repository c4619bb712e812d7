package suites

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/goldens"
)

// guard is what a command holds while it writes beside the goldens; a project that is not on disk needs none.
func (p *Project) guard(command string) *lockfile.Guard {
	if p.Dir == "" {
		return &lockfile.Guard{}
	}
	return &lockfile.Guard{File: p.OnDisk(lockfile.Name), Command: command}
}

// heldError is the first of the errors that says that another command holds the lock; nil when none does.
func heldError(errs []error) error {
	if held, is := errors.AsType[*lockfile.HeldError](errors.Join(errs...)); is {
		return held
	}
	return nil
}

// sweep takes away what killed commands began to write beside a suite's goldens and never finished: while the guard is
// held nobody is at work there.
func sweep(ctx context.Context, store goldens.Store, suite string, guard *lockfile.Guard) error {
	left, err := store.Leftovers(suite)
	if err != nil || len(left) == 0 {
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
