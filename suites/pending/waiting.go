// Package pending lists, chooses and rejects the changes that wait for review.
package pending

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// Whole says why the changes of a case have no separate edits to choose from.
type Whole string

// The cases that are taken as a whole.
const (
	New     Whole = "new"     // it has no golden yet
	Missing Whole = "missing" // the case is gone, and its golden is left
	Forms   Whole = "forms"   // only its requests in wire forms differ
)

// Case is a case with changes under review.
type Case struct {
	Suite, Case string
	Whole       Whole    // empty: the changes are edits of calls
	Calls       int      // of a case that is taken as a whole
	Forms       []string // pending files of its requests in wire forms
}

// Each calls see for the cases with changes under review that one of the globs matches, by id or by suite/id (none:
// all), suite by suite. Pending files that no case claims are left out.
func Each(ctx context.Context, suites []*project.Suite, cases []string, see func(Case)) error {
	var errs []error
	for _, s := range suites {
		w := &waits{Suite: s, store: s.Project().Store(), cases: cases, see: see}
		errs = append(errs, w.run(ctx))
	}
	return errors.Join(errs...)
}

type waits struct {
	*project.Suite
	packed *packed.Goldens // nil: a file a case
	store  goldens.Store
	cases  []string
	see    func(Case)
	errs   []error
}

func (w *waits) run(ctx context.Context) (err error) {
	if w.Packed() {
		if w.packed, err = packed.Open(w.store, w.Name); err != nil {
			return err
		}
		defer w.packed.Close()
	}
	prompts, forms, err := w.files()
	if err != nil || len(prompts)+len(forms) == 0 {
		return err
	}
	err = w.SeeCases(ctx, func(c fixtures.Head) {
		name := fixtures.FileName(c.ID)
		switch {
		case prompts[name] != "":
			w.prompts(prompts[name], true, forms[name])
		case len(forms[name]) > 0:
			w.tell(Case{Suite: w.Name, Case: c.ID, Whole: Forms, Forms: forms[name]})
		}
		delete(prompts, name)
	})
	for _, name := range slices.Sorted(maps.Keys(prompts)) {
		w.prompts(prompts[name], false, nil)
	}
	return errors.Join(append(w.errs, err)...)
}

// files returns the cases with changed prompts under review by the names of their files, and the pending files of forms
// by such names. Of a golden with a file of its own the name is all that is known of the case.
func (w *waits) files() (prompts map[string]string, forms map[string][]string, err error) {
	prompts, forms = map[string]string{}, map[string][]string{}
	if w.packed != nil {
		err = w.packed.EachWaiting(func(c packed.Change) error {
			prompts[fixtures.FileName(c.Case)] = c.Case
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	err = w.store.EachFile(w.Name, func(file string) {
		if name, ok := goldens.Waiting(file); ok {
			if w.packed == nil {
				prompts[name] = name
			}
		} else if name, ok := review.FormOf(file); ok && strings.HasSuffix(file, ".pending.json") {
			forms[name] = append(forms[name], file)
		}
	})
	return prompts, forms, err
}

// prompts reports a case with changed prompts.
func (w *waits) prompts(id string, claimed bool, forms []string) {
	pending, differ, err := w.pending(id)
	if pending == nil || err != nil { // another command may have taken it
		w.errs = append(w.errs, err)
		return
	}
	found := Case{Suite: w.Name, Case: pending.Case, Forms: forms}
	old, err := w.golden(id)
	switch {
	case err != nil:
		w.errs = append(w.errs, err)
		return
	case pending.Pending.Shown == review.Gone:
		if old == nil {
			return
		}
		found.Whole, pending = Missing, nil
	case !claimed:
		return
	case old == nil:
		found.Whole = New
	}
	switch {
	case found.Whole == "":
	case w.packed != nil:
		found.Calls = differ
	default:
		found.Calls = review.Differing(old, pending)
	}
	w.tell(found)
}

// pending returns the changes of a case, of packed goldens with the number of calls instead of them.
func (w *waits) pending(id string) (pending *goldens.File, differ int, err error) {
	if w.packed != nil {
		c, err := w.packed.Waiting(id)
		return c.File, c.Differ, err
	}
	pending, err = w.store.LoadPending(w.store.PendingPath(w.Name, fixtures.FileName(id)))
	return pending, 0, err
}

// golden returns the golden of a case; nil: it has none.
func (w *waits) golden(id string) (*goldens.File, error) {
	if w.packed != nil {
		if f, err := w.packed.Golden(id); f != nil || err != nil {
			return f, err
		}
	}
	return w.store.Load(w.store.Path(w.Name, fixtures.FileName(id)))
}

func (w *waits) tell(found Case) {
	if filter.MatchesCase(w.cases, w.Name, found.Case) {
		w.see(found)
	}
}
