package review

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Reject drops changes under review: those of the cases that one of the globs fits, by id or by suite/id (none: all).
// The goldens stay as they are, and the next run makes the changes again unless their cause is gone. A pending file
// that cannot be read is dropped too; it is named by its file.
func Reject(ctx context.Context, suites []*project.Suite, cases []string, dryRun bool) ([]Accepted, error) {
	if err := FindReviewed(ctx, suites, cases); err != nil {
		return nil, err
	}
	var all []Accepted
	var errs []error
	for _, s := range suites {
		store, guard := s.Project().Store(), s.Project().Guard("reject")
		prompts, forms, err := waiting(store, s.Name)
		errs = append(errs, err)
		store.DryRun = dryRun
		do := guard.Do
		if dryRun {
			do = func(_ context.Context, f func() error) error { return f() }
		}
		maps.Copy(forms, prompts)
		for _, name := range slices.Sorted(maps.Keys(forms)) {
			if ctx.Err() != nil {
				return all, ctx.Err()
			}
			err := do(ctx, func() error {
				dropped, err := drop(store, s.Name, name, cases)
				if dropped != nil {
					all = append(all, *dropped)
				}
				return err
			})
			errs = append(errs, err)
		}
	}
	return all, errors.Join(errs...)
}

// drop takes away what is under review of a case whose files have a name; nil: there is nothing that cases fit.
func drop(store goldens.Store, suite, name string, cases []string) (*Accepted, error) {
	file := store.PendingPath(suite, name)
	data, err := store.Read(file)
	if err != nil {
		return nil, err
	}
	dropped := &Accepted{Suite: suite, Case: name}
	if data != nil {
		if pending, err := goldens.Read(file, data); err == nil {
			dropped.Case = pending.Case
			if old, _, err := loadGolden(store, store.Path(suite, name)); err == nil {
				dropped.Calls = differing(old, pending)
			}
		}
	}
	if !filter.MatchesCase(cases, suite, dropped.Case) {
		return nil, nil
	}
	var errs []error
	for _, form := range wire.Forms() {
		file := store.PendingFormPath(suite, name, form)
		data, err := store.Read(file)
		if data != nil && err == nil {
			dropped.Forms++
			err = store.Remove(file)
		}
		errs = append(errs, err)
	}
	if data == nil && dropped.Forms == 0 {
		return nil, errors.Join(errs...)
	}
	return dropped, errors.Join(append(errs, store.Remove(file))...)
}
