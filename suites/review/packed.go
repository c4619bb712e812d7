package review

import (
	"context"
	"errors"
	"path"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// packedFiles are the goldens of a suite in one file. What the cases change is written when the suite has ended.
type packedFiles struct {
	*packed.Goldens
	mu   sync.Mutex
	left []string // files of single goldens that are packed now
}

// openPacked opens the packed goldens of a suite; nil: it has a file a case.
func (r *Comparer) openPacked() error {
	if !r.suite.Packed() {
		return nil
	}
	g, err := packed.Open(r.store, r.suite.Name)
	if err == nil {
		r.packed = &packedFiles{Goldens: g}
	}
	return err
}

// Close writes what was kept and taken of packed goldens, also after an interrupt.
func (r *Comparer) Close(ctx context.Context) error {
	if r.packed == nil {
		return nil
	}
	var err error
	if r.packed.Changed() {
		err = r.guard.Do(context.WithoutCancel(ctx), func() error {
			err := r.packed.Flush()
			for _, file := range r.packed.left {
				if err == nil {
					err = r.store.Remove(file)
				}
			}
			return err
		})
	}
	return errors.Join(err, r.packed.Close())
}

// packedPrompts compares the prompts of a case with its packed golden. Not done: the case has a golden of its own that
// is not packed yet.
func (r *Comparer) packedPrompts(ctx context.Context, res *result.Result, got *goldens.File) (done bool, err error) {
	same, err := r.packed.Same(got)
	if err != nil {
		return true, err
	}
	var old *goldens.File
	if !same {
		if old, err = r.packed.Golden(res.Case); err != nil {
			return true, err
		}
		if data, err := r.store.Read(res.Golden); old == nil && (data != nil || err != nil) {
			return false, err
		}
	}
	res.Golden, res.Compared = r.packed.File(), true
	if same {
		r.unchanged(res, got)
		return true, r.settlePrompts(ctx, res.Case)
	}
	return true, r.differ(ctx, res, old, got, nil)
}

// golden reads the golden of a case; nil when there is none, and when it holds a merge conflict.
func (r *Comparer) accepted(id string) (old *goldens.File, conflicted bool, err error) {
	if r.packed != nil {
		if old, err := r.packed.Golden(id); old != nil || err != nil {
			return old, false, err
		}
	}
	return loadGolden(r.store, r.store.Path(r.suite.Name, fixtures.FileName(id)))
}

// goldenFile returns the file that a golden of a case is written to.
func (r *Comparer) goldenFile(name string) string {
	if r.packed != nil {
		return r.packed.File()
	}
	return r.store.Path(r.suite.Name, name)
}

// pending reads the changes of a case under review; nil when there are none. Those of a packed golden have no calls.
func (r *Comparer) pending(id string) (*goldens.File, error) {
	if r.packed != nil {
		c, err := r.packed.Waiting(id)
		return c.File, err
	}
	return r.store.LoadPending(r.store.PendingPath(r.suite.Name, fixtures.FileName(id)))
}

// waits reports whether changes of a case are under review, as far as the names of files say.
func (r *Comparer) waits(id string) bool {
	if r.packed != nil {
		waits, err := r.packed.Waits(id)
		return waits || err != nil // taking them reports the error
	}
	_, waits := r.beside[path.Base(r.store.PendingPath(r.suite.Name, fixtures.FileName(id)))]
	return waits
}

// writePending replaces the changes of a case under review, of which so many calls differ from the golden.
func (r *Comparer) writePending(f *goldens.File, differ int) error {
	if r.packed != nil {
		return r.packed.Keep(packed.Change{File: f, Differ: differ})
	}
	return r.store.Write(r.store.PendingPath(r.suite.Name, fixtures.FileName(f.Case)), f)
}

// dropPending removes the changes of a case under review.
func (r *Comparer) dropPending(id string) error {
	if r.packed != nil {
		if r.store.DryRun {
			return nil
		}
		return r.packed.Drop(id)
	}
	return r.store.Remove(r.store.PendingPath(r.suite.Name, fixtures.FileName(id)))
}

// writeAccepted replaces the golden of a case; one without calls is removed.
func (r *Comparer) writeAccepted(id string, f *goldens.File) error {
	file := r.store.Path(r.suite.Name, fixtures.FileName(id))
	switch {
	case r.packed == nil && len(f.Calls) == 0:
		return r.store.Remove(file)
	case r.packed == nil:
		return r.store.Write(file, f)
	case r.store.DryRun:
		return nil
	}
	if data, err := r.store.Read(file); data != nil || err != nil {
		r.packed.mu.Lock()
		r.packed.left = append(r.packed.left, file)
		r.packed.mu.Unlock()
	}
	if len(f.Calls) == 0 {
		return r.packed.Remove(id)
	}
	return r.packed.Accept(f)
}

// packedOrphans reports the packed goldens whose case was removed: their calls are missing.
func (r *Comparer) packedOrphans(of names, sink func(*result.Result) error) error {
	if r.packed == nil {
		return nil
	}
	return r.packed.Each(func(old *goldens.File) error {
		if of.Has(fixtures.FileName(old.Case)) {
			return nil
		}
		res := &result.Result{Suite: r.suite.Name, Case: old.Case, Status: result.StatusOrphan, Golden: r.packed.File(),
			Compared: true}
		r.missing(res, old)
		if r.by != nil {
			res.Pending = r.packed.WaitingFile()
			if err := r.writePending(r.gone(old.Case), len(old.Calls)); err != nil {
				return err
			}
		}
		return sink(res)
	})
}

// gone returns what is kept of a case that was removed.
func (r *Comparer) gone(id string) *goldens.File {
	return &goldens.File{Suite: r.suite.Name, Case: id, Pending: &goldens.Pending{Run: *r.by, Shown: Gone}}
}

// chosenGone returns the ids of the chosen cases that are gone; of a suite with a file a case the names of their files.
func (r *Comparer) chosenGone(t *Taking, there map[string]bool) (gone []string, err error) {
	if r.packed == nil {
		names := t.Chosen.names(r.suite.Name)
		return slices.DeleteFunc(names, func(name string) bool { return there[name] }), nil
	}
	err = r.packed.EachWaiting(func(c packed.Change) error {
		if name := fixtures.FileName(c.Case); !there[name] && t.Chosen.Has(r.suite.Name, name) {
			gone = append(gone, c.Case)
		}
		return nil
	})
	return gone, err
}
