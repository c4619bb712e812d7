package review

import (
	"context"
	"errors"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
)

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

// accepted reads the golden of a case; nil when there is none, and when it holds a merge conflict.
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

// shown is pending for those whose requests alone are asked for.
func (r *Comparer) shown(id string) (*goldens.File, error) {
	if r.packed != nil {
		return r.pending(id)
	}
	return r.store.LoadShown(r.store.PendingPath(r.suite.Name, fixtures.FileName(id)))
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

// Gone replaces the digest of the requests of a removed case.
const Gone = "none"

// gone returns what is kept of a case that was removed.
func (r *Comparer) gone(id string) *goldens.File {
	return &goldens.File{Suite: r.suite.Name, Case: id, Pending: &goldens.Pending{Run: *r.by, Shown: Gone}}
}
