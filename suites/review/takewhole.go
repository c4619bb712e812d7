package review

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// takeWhole accepts whole calls of a case, with its forms. Unless everything chosen is as shown, nothing is written.
func (r *Comparer) takeWhole(res *result.Result, t *Taking) error {
	name := fixtures.FileName(res.Case)
	if !t.Chosen.Has(r.suite.Name, name) {
		return r.keepBefore(res, t)
	}
	w := &whole{Comparer: *r, t: t, res: res, name: name, got: GoldenOf(res.Trace)}
	w.store.DryRun = t.DryRun
	pending, err := w.shown(res.Case)
	if err == nil && pending != nil && pending.Case != res.Case {
		err = pipeline.FileErrorf(w.store.PendingPath(r.suite.Name, name), 1, "the changes of case %q, not of %q",
			pending.Case, res.Case)
	}
	var refused *goldens.Pending
	if err == nil {
		refused, err = w.compare(pending)
	}
	switch {
	case err != nil:
	case refused != nil:
		res.Taken = r.refusal(refused, t, res.Errors)
	default:
		err = w.take(pending)
	}
	res.Errors, res.Status = nil, result.StatusOK // its run has reported them
	return err
}

// whole is a case whose whole calls are taken.
type whole struct {
	Comparer
	t     *Taking
	res   *result.Result
	name  string
	got   *goldens.File // the case's current requests
	forms []pendingForm
}

// pendingForm is a form of a case under review, with the current requests.
type pendingForm struct {
	file, golden string
	text         []byte
}

// compare compares the current requests with those shown, and returns the refused file; nil: none.
func (w *whole) compare(pending *goldens.File) (*goldens.Pending, error) {
	if pending != nil {
		digest, err := w.got.Digest(nil)
		if err != nil || digest != pending.Pending.Shown || w.res.Status == result.StatusSkipped {
			return pending.Pending, err
		}
	}
	if len(w.t.Stages) > 0 || w.res.Status == result.StatusError { // only a part is taken, but forms need the whole
		return nil, nil
	}
	for _, form := range w.res.CaseForms {
		file := w.store.PendingFormPath(w.suite.Name, w.name, form)
		f, err := loadPendingForm(w.store, file)
		if err != nil {
			return nil, err
		}
		if f == nil {
			continue
		}
		now, err := newForm(form, w.res.Trace)
		if err != nil {
			return nil, err
		}
		text, err := now.Bytes()
		if err != nil || goldens.Digest(text) != f.Pending.Shown {
			return f.Pending, err
		}
		w.forms = append(w.forms, pendingForm{file, w.store.FormPath(w.suite.Name, w.name, form), text})
	}
	return nil, nil
}

// take accepts what is chosen of the case.
func (w *whole) take(pending *goldens.File) error {
	old, conflicted, err := w.accepted(w.res.Case)
	if conflicted && pending != nil {
		err = checkConflict(w.store, w.res.Golden, w.got, w.t.Stages)
	}
	replace := len(w.t.Stages) == 0 && isNamed(w.t.Cases, w.suite.Name, w.res.Case)
	if err != nil && (conflicted || !(replace && isDamage(err))) {
		return err
	}
	taken := &result.Taken{}
	merged, err := w.merge(old, pending, taken)
	if err != nil {
		return err
	}
	taken.Resolved = conflicted && taken.Calls > 0
	if w.t.Keep != nil {
		before := w.maskedOrNil(old)
		if taken.Kept, err = w.keepWith(w.res, w.t, before, changedPaths(before, merged)); err != nil {
			return err
		}
	}
	if taken.Calls > 0 || pending != nil && taken.Left == 0 {
		if err := w.write(merged, taken); err != nil {
			return err
		}
	}
	if err := w.takeForms(taken); err != nil {
		return err
	}
	if pending != nil && taken.Left == 0 || taken.Calls+taken.Forms+taken.Kept > 0 {
		w.res.Taken = taken
	}
	return nil
}

// merge returns the golden with the chosen current calls, as far as they were shown and not rejected.
func (w *whole) merge(old, pending *goldens.File, taken *result.Taken) (*goldens.File, error) {
	if pending == nil {
		return old, nil
	}
	shown := shownOf(old, w.got, pending.Pending.Stages, w.res.Status)
	if len(pending.Pending.Rejected) > 0 {
		var err error
		if shown, err = edit.Apply(w.maskedOrNil(old), shown, w.res.Known, notRejected(pending)); err != nil {
			return nil, err
		}
	}
	return mergeChosen(old, shown, w.t.Stages, taken), nil
}

// mergeChosen returns a golden with the calls of a newer file that match one of the globs, and counts them.
func mergeChosen(old, new *goldens.File, stages []string, taken *result.Taken) *goldens.File {
	return goldens.Merge(old, new, func(c goldens.Change) bool {
		take := filter.MatchesCall(stages, c.Stage, c.Path)
		if take {
			taken.Calls++
		} else {
			taken.Left++
		}
		return take
	})
}

// write replaces the golden, and removes the pending file once nothing of it is left.
func (w *whole) write(merged *goldens.File, taken *result.Taken) error {
	var err error
	if taken.Removed = len(merged.Calls) == 0; taken.Removed {
		_, err = removeForms(w.store, w.suite.Name, w.name, nil)
	}
	if err == nil {
		err = w.writeAccepted(w.res.Case, merged)
	}
	if err == nil && taken.Left == 0 {
		err = w.dropPending(w.res.Case)
	}
	return err
}

// takeForms accepts a case's requests in wire forms, only if the whole case is taken.
func (w *whole) takeForms(taken *result.Taken) error {
	if len(w.t.Stages) > 0 {
		return nil
	}
	removed, err := removeForms(w.store, w.suite.Name, w.name, w.res.CaseForms)
	if err != nil {
		return err
	}
	taken.Forms = removed + len(w.forms)
	for _, f := range w.forms {
		if err := w.store.WriteBytes(f.golden, f.text); err != nil {
			return err
		}
		if err := w.store.Remove(f.file); err != nil {
			return err
		}
	}
	return nil
}
