package review

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// TakeGone removes the goldens of chosen cases that are gone: nothing runs for these. Changes of a case removed after a
// run had shown it are refused if the case is named, or comes from the log that defines the cases.
func (r *Comparer) TakeGone(ctx context.Context, t *Taking, sink func(*result.Result) error) error {
	if len(t.Chosen.files[r.suite.Name]) == 0 {
		return nil
	}
	there := names{}
	if err := r.suite.SeeCases(ctx, func(h fixtures.Head) { there.add(fixtures.FileName(h.ID), nil) }); err != nil {
		return err
	}
	gone, err := r.chosenGone(t, there)
	if err != nil {
		return err
	}
	for _, name := range gone {
		res := &result.Result{Suite: r.suite.Name, Case: name, Status: result.StatusOrphan, Golden: r.goldenFile(name)}
		if err := r.guarded(ctx, t, func() error { return r.takeGone(res, name, t) }); err != nil {
			res.Status, res.Errors = result.StatusError, []error{err}
		}
		if err := sink(res); err != nil {
			return err
		}
	}
	return nil
}

func (r *Comparer) takeGone(res *result.Result, name string, t *Taking) error {
	pending, err := r.pending(name)
	if pending == nil || err != nil {
		return err
	}
	res.Case = pending.Case
	if pending.Pending.Shown != Gone {
		fromLog := t.Chosen.Log != "" && t.Chosen.Log == pending.Pending.Requests
		if fromLog || isNamed(t.Cases, r.suite.Name, res.Case) {
			res.Taken = r.refusal(pending.Pending, t, nil)
		}
		return nil
	}
	w := &whole{Comparer: *r, t: t, res: res, name: fixtures.FileName(res.Case)}
	w.store.DryRun = t.DryRun
	old, conflicted, err := w.accepted(res.Case)
	if conflicted {
		err = checkConflict(w.store, res.Golden, &goldens.File{}, t.Stages)
	}
	if err != nil {
		return err
	}
	taken := &result.Taken{Resolved: conflicted}
	merged := mergeChosen(old, pending, t.Stages, taken)
	if taken.Calls == 0 && taken.Left > 0 {
		return nil
	}
	res.Taken = taken
	return w.write(merged, taken)
}

// chosenGone returns the ids of the chosen cases that are gone; of a suite with a file a case the names of their files.
func (r *Comparer) chosenGone(t *Taking, there names) (gone []string, err error) {
	isGone := func(name string) bool { return !there.Has(name) && t.Chosen.Has(r.suite.Name, name) }
	if r.packed == nil {
		err = r.store.EachFile(r.suite.Name, func(file string) {
			if name, waits := goldens.Waiting(file); waits && isGone(name) {
				gone = append(gone, name)
			}
		})
		slices.Sort(gone)
		return gone, err
	}
	err = r.packed.EachWaiting(func(c packed.Change) error {
		if isGone(fixtures.FileName(c.Case)) {
			gone = append(gone, c.Case)
		}
		return nil
	})
	return gone, err
}
