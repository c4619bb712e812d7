package review

import (
	"bytes"
	"context"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Comparer holds the prompts of a suite's cases against its goldens. Several cases may be compared at once.
type Comparer struct {
	suite   *project.Suite
	stages  []string // globs over stages and paths: only these calls are compared; none: all
	write   bool     // what differs is kept in pending files
	systems []string
	store   goldens.Store
	guard   *lockfile.Guard     // of what lies beside the goldens
	beside  map[string]struct{} // files beside the goldens: pending ones, and forms
}

// NewComparer returns a comparer of the calls that one of stages fits, globs over stages and paths (none: all). With
// write it keeps what differs in pending files, and begins by removing what killed commands have left beside them.
// systems are the names of all systems.
func NewComparer(ctx context.Context, s *project.Suite, systems, stages []string, write bool) (*Comparer, error) {
	r := &Comparer{
		suite: s, stages: stages, write: write, systems: systems, store: s.Project().Store(),
		guard: s.Project().Guard("run"), beside: map[string]struct{}{},
	}
	if write {
		if err := sweep(ctx, r.store, s, r.guard); err != nil {
			return nil, err
		}
	}
	// What lies beside the goldens is noted once for all cases: most have nothing there.
	return r, r.store.EachFile(s.Name, func(file string) {
		if _, golden := goldens.Accepted(file); !golden {
			r.beside[file] = struct{}{}
		}
	})
}

// settle takes away a pending file that nothing needs any more.
func (r *Comparer) settle(ctx context.Context, pending string) error {
	if _, there := r.beside[path.Base(pending)]; !there || !r.write {
		return nil
	}
	return r.guard.Do(ctx, func() error { return r.store.Remove(pending) })
}

func (r *Comparer) wanted(callPath, stage string) bool {
	return filter.MatchesCall(r.stages, stage, callPath)
}

// keepReached keeps the prompts of a case that ended in an error: those of the calls that it reached, which is what a
// person wants to see before writing the answer that was missing. The others stay as the golden has them.
func (r *Comparer) keepReached(ctx context.Context, src fixtures.Source, res *result.Result,
	old, got *goldens.File) error {
	reached := goldens.Merge(old, got, func(c goldens.Change) bool { return c.Status != goldens.Missing })
	if len(got.Calls) == 0 || sameCalls(old, reached) {
		return nil
	}
	text, err := reached.Append(nil)
	if err != nil {
		return err
	}
	return r.keep(ctx, src, res, reached, text)
}

// keep writes the new prompts, whose golden would be text, beside the golden, with the digests of what they were made
// from. There is nothing to keep when somebody has accepted the same by now.
func (r *Comparer) keep(ctx context.Context, src fixtures.Source, res *result.Result, got *goldens.File,
	text []byte) error {
	if !r.write {
		return nil
	}
	var err error
	if got.Pending, err = r.suite.Inputs(src, r.systems); err != nil {
		return err
	}
	pending := r.store.PendingPath(r.suite.Name, fixtures.FileName(res.Case))
	return r.guard.Do(ctx, func() error {
		if now, err := r.store.Read(res.Golden); err != nil || bytes.Equal(now, text) {
			return err
		}
		res.Pending = pending
		return r.store.Write(pending, got)
	})
}
