package review

import (
	"bytes"
	"context"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/packed"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Comparer compares the prompts of a suite's cases with its goldens. Several cases may be compared at once.
type Comparer struct {
	suite  *project.Suite
	stages []string     // globs over stages and paths: only these calls are compared; none: all
	by     *goldens.Run // differences are kept in pending files, as shown by this run; nil: not kept
	store  goldens.Store
	guard  *disk.Guard         // of the files beside the goldens
	beside map[string]struct{} // files beside the goldens: pending ones, and forms
	packed *packedFiles        // nil: a file a case
}

// NewComparer returns a comparer of the calls that match one of stages, globs over stages and paths (none: all), for a
// command. It keeps differences in pending files, as shown by a run; nil: it keeps none. The caller closes it.
func NewComparer(s *project.Suite, command string, stages []string, by *goldens.Run) (*Comparer, error) {
	r := &Comparer{
		suite: s, stages: stages, by: by, store: s.Project().Store(), guard: s.Project().Guard(command),
		beside: map[string]struct{}{},
	}
	var err error
	if r.packed, err = openPacked(s, r.store); err != nil {
		return nil, err
	}
	// Files beside the goldens are listed once for all cases: most have none.
	return r, r.store.EachFile(s.Name, func(file string) {
		if _, golden := goldens.Accepted(file); !golden {
			r.beside[file] = struct{}{}
		}
	})
}

// HasGolden reports whether a case has a golden, whatever it holds.
func (r *Comparer) HasGolden(id string) bool {
	if r.packed != nil {
		if has, err := r.packed.Has(id); has || err != nil {
			return true
		}
	}
	data, err := r.store.Read(r.store.Path(r.suite.Name, fixtures.FileName(id)))
	return data != nil || err != nil
}

// settlePrompts removes changes of a case that are no longer needed.
func (r *Comparer) settlePrompts(ctx context.Context, id string) error {
	if r.packed == nil {
		return r.settle(ctx, r.store.PendingPath(r.suite.Name, fixtures.FileName(id)))
	}
	if waits, err := r.packed.Waits(id); !waits || err != nil || r.by == nil {
		return err
	}
	return r.packed.Drop(id)
}

// settle removes a pending file that is no longer needed.
func (r *Comparer) settle(ctx context.Context, pending string) error {
	if _, there := r.beside[path.Base(pending)]; !there || r.by == nil {
		return nil
	}
	return r.guard.Do(ctx, func() error { return r.store.Remove(pending) })
}

func (r *Comparer) wanted(callPath, stage string) bool {
	return filter.MatchesCall(r.stages, stage, callPath)
}

// keepShown keeps the changes that a run has shown of a case, which sends got, with this text: all calls, or only those
// compared, or those that the case reached before an error. The others stay as in the golden.
func (r *Comparer) keepShown(ctx context.Context, res *result.Result, old, got *goldens.File, text []byte) error {
	if r.by == nil {
		return nil
	}
	digest, err := got.Digest(text)
	if err != nil {
		return err
	}
	shown := got
	if len(r.stages) > 0 || res.Status == result.StatusError {
		if shown = shownOf(old, got, r.stages, res.Status); len(got.Calls) == 0 || sameCalls(old, shown) {
			return nil
		}
		if text, err = shown.Append(nil); err != nil {
			return err
		}
	}
	return r.keep(ctx, res, shown, text, goldens.Pending{Shown: digest, Stages: r.stages})
}

// shownOf returns a golden updated with the calls that a run has shown: those that match one of the globs, up to the
// error in which the case ended.
func shownOf(old, got *goldens.File, stages []string, status result.Status) *goldens.File {
	return goldens.Merge(old, got, func(c goldens.Change) bool {
		return filter.MatchesCall(stages, c.Stage, c.Path) &&
			!(status == result.StatusError && c.Status == goldens.Missing)
	})
}

// Kept reports whether the changes that a finished case has kept are still there, as they were written: if the machine
// fails, a file may be lost or damaged.
func (r *Comparer) Kept(res *result.Result) bool {
	if r.by == nil || r.packed != nil || res.Pending == "" {
		return true
	}
	f, err := r.store.LoadShown(res.Pending)
	return f != nil && err == nil
}

// differing counts the calls that differ from the golden.
func differing(changes []result.Change) (n int) {
	for _, c := range changes {
		if c.Status.Differs() {
			n++
		}
	}
	return n
}

// keep writes the new prompts, whose golden would be text, beside the golden, with the run and what it has shown.
// Nothing is kept if the same has been accepted by now.
func (r *Comparer) keep(ctx context.Context, res *result.Result, shown *goldens.File, text []byte,
	as goldens.Pending) error {
	if r.by == nil {
		return nil
	}
	as.Run, as.Prompts = *r.by, r.suite.PromptsOverride()
	shown.Pending = &as
	if r.packed != nil {
		res.Pending = r.packed.WaitingFile()
		return r.packed.Keep(packed.Change{File: shown, Differ: differing(res.Changes)})
	}
	pending := r.store.PendingPath(r.suite.Name, fixtures.FileName(res.Case))
	return r.guard.Do(ctx, func() error {
		if now, err := r.store.Read(res.Golden); err != nil || bytes.Equal(now, text) {
			return err
		}
		res.Pending = pending
		return r.store.Keep(pending, as, text)
	})
}
