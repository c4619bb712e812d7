package review

import (
	"bytes"
	"context"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Comparer holds the prompts of a suite's cases against its goldens. Several cases may be compared at once.
type Comparer struct {
	suite  *project.Suite
	stages []string     // globs over stages and paths: only these calls are compared; none: all
	by     *goldens.Run // what differs is kept in pending files, as shown by this run; nil: nothing is kept
	store  goldens.Store
	guard  *disk.Guard         // of what lies beside the goldens
	beside map[string]struct{} // files beside the goldens: pending ones, and forms
}

// NewComparer returns a comparer of the calls that one of stages fits, globs over stages and paths (none: all), for a
// command. What differs it keeps in pending files, as shown by a run; nil: it keeps nothing.
func NewComparer(s *project.Suite, command string, stages []string, by *goldens.Run) (*Comparer, error) {
	r := &Comparer{
		suite: s, stages: stages, by: by, store: s.Project().Store(), guard: s.Project().Guard(command),
		beside: map[string]struct{}{},
	}
	// What lies beside the goldens is noted once for all cases: most have nothing there.
	return r, r.store.EachFile(s.Name, func(file string) {
		if _, golden := goldens.Accepted(file); !golden {
			r.beside[file] = struct{}{}
		}
	})
}

// HasGolden reports whether a case has a golden, whatever it holds.
func (r *Comparer) HasGolden(id string) bool {
	data, err := r.store.Read(r.store.Path(r.suite.Name, fixtures.FileName(id)))
	return data != nil || err != nil
}

// settle takes away a pending file that nothing needs any more.
func (r *Comparer) settle(ctx context.Context, pending string) error {
	if _, there := r.beside[path.Base(pending)]; !there || r.by == nil {
		return nil
	}
	return r.guard.Do(ctx, func() error { return r.store.Remove(pending) })
}

func (r *Comparer) wanted(callPath, stage string) bool {
	return filter.MatchesCall(r.stages, stage, callPath)
}

// keepShown keeps what a run has shown of a case against its golden, which sends got, of this text: all of it, or the
// calls alone that were compared, or those that a case reached before it ended in an error. The others stay as the
// golden has them.
func (r *Comparer) keepShown(ctx context.Context, res *result.Result, old, got *goldens.File, text []byte) error {
	if r.by == nil {
		return nil
	}
	shown, digest := got, goldens.Digest(text)
	if len(r.stages) > 0 || res.Status == result.StatusError {
		var err error
		if shown = shownOf(old, got, r.stages, res.Status); len(got.Calls) == 0 || sameCalls(old, shown) {
			return nil
		}
		if text, err = shown.Append(nil); err != nil {
			return err
		}
	}
	return r.keep(ctx, res, shown, text, goldens.Pending{Shown: digest, Stages: r.stages})
}

// shownOf returns a golden with what a run has shown of the calls that were sent: of those that one of the globs fits,
// and up to the error in which a case has ended.
func shownOf(old, got *goldens.File, stages []string, status result.Status) *goldens.File {
	return goldens.Merge(old, got, func(c goldens.Change) bool {
		return filter.MatchesCall(stages, c.Stage, c.Path) &&
			!(status == result.StatusError && c.Status == goldens.Missing)
	})
}

// keep writes the new prompts, whose golden would be text, beside the golden, with word of the run and of what it has
// shown. There is nothing to keep when somebody has accepted the same by now.
func (r *Comparer) keep(ctx context.Context, res *result.Result, shown *goldens.File, text []byte,
	as goldens.Pending) error {
	if r.by == nil {
		return nil
	}
	as.Run, as.Prompts = *r.by, r.suite.PromptsOverride()
	shown.Pending = &as
	pending := r.store.PendingPath(r.suite.Name, fixtures.FileName(res.Case))
	return r.guard.Do(ctx, func() error {
		if now, err := r.store.Read(res.Golden); err != nil || bytes.Equal(now, text) {
			return err
		}
		res.Pending = pending
		return r.store.Write(pending, shown)
	})
}
