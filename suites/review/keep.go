package review

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Keeping says that the stale answers of the calls that are accepted are kept: from then on they are answers to what a
// run sends now, marked as carried. What a run sends now is what the next one sends, also where of several edits of a
// call only one is accepted.
type Keeping struct {
	Stages  []string // globs over stages and paths: only these calls; none: all. Edits choose their own.
	Sharing *Sharing

	Conflicted bool // only of cases whose goldens hold a merge conflict
}

// keepWhole keeps the stale answers of the calls that Accept takes after it, and of those that have been accepted
// before. The recording is written first: were the command killed then, the prompts would still wait, and a run would
// show them again.
func (r *Comparer) keepWhole(res *result.Result, k *Keeping, dryRun bool, inputs goldens.Pending) error {
	old, conflicted, err := loadGolden(r.store, res.Golden)
	if err != nil || k.Conflicted && !conflicted {
		return err
	}
	if old != nil {
		old = masked(old, r.suite.Masker())
	}
	accepted := map[string]bool{}
	for _, c := range goldens.Compare(old, GoldenOf(res.Trace)) {
		accepted[c.Path] = c.Status == goldens.Unchanged
	}
	pending, err := r.store.LoadPending(r.store.PendingPath(r.suite.Name, fixtures.FileName(res.Case)))
	if err != nil {
		return err
	}
	if pending != nil && outdated(*pending.Pending, inputs) == "" { // else Accept says so, and takes nothing
		for _, path := range changedPaths(old, pending) {
			accepted[path] = true
		}
	}
	kept, err := r.keepAnswers(res, k, dryRun, func(c *trace.Call) bool {
		return accepted[c.Path] && filter.MatchesCall(k.Stages, c.Stage, c.Path)
	})
	if kept > 0 && err == nil {
		res.Taken = &result.Taken{Kept: kept}
	}
	return err
}

// changedPaths are those of the calls of which a new file would change the old one.
func changedPaths(old, new *goldens.File) (paths []string) {
	for _, c := range goldens.Compare(old, new) {
		if c.Status != goldens.Unchanged {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// keepAnswers rewrites the recording of a case, whose run is res, so that the stale answers of accepted calls are
// answers to what these calls have sent, and returns how many they are. What waits for review stays acceptable: the run
// with the new recording would have been the same one.
func (r *Comparer) keepAnswers(res *result.Result, k *Keeping, dryRun bool, accepted func(*trace.Call) bool) (int,
	error) {
	requests, needed := staleRequests(res.Trace, accepted)
	if len(requests) == 0 {
		return 0, nil
	}
	rec, err := r.suite.Recording(res.Case)
	if rec == nil || err != nil {
		return 0, err
	}
	others := k.Sharing.others(r.suite, res.Case)
	carried, kept := rec.Carry(requests, func(digest string) bool { return needed[digest] || len(others) > 0 })
	if kept == 0 || dryRun {
		return kept, nil
	}
	was, is, err := r.suite.WriteRecording(carried)
	if err != nil {
		return 0, err
	}
	var errs []error
	for _, suite := range append(others, r.suite.Name) {
		errs = append(errs, renewAnswers(r.store, suite, fixtures.FileName(res.Case), was, is))
	}
	return kept, errors.Join(errs...)
}

// staleRequests are the requests of the accepted calls with stale answers, and of calls that send the same: these would
// be given the kept answer in place of their own. needed are the digests of requests that the recording answers from
// another path.
func staleRequests(t *trace.Trace, accepted func(*trace.Call) bool) (requests []pipeline.Request,
	needed map[string]bool) {
	calls, stale := t.Calls(), map[string]bool{}
	needed = map[string]bool{}
	for _, c := range calls {
		switch {
		case c.Origin.Match == pipeline.MatchMoved:
			needed[c.Digest()] = true
		case c.Origin.Match == pipeline.MatchStale && accepted(c):
			stale[c.Digest()] = true
		}
	}
	for _, c := range calls {
		if c.Origin.Match == pipeline.MatchStale && stale[c.Digest()] {
			requests = append(requests, c.Request)
		}
	}
	return requests, needed
}

// renewAnswers lets the pending files of a case name the recording as it is now, if they were made from it as it was.
func renewAnswers(store goldens.Store, suite, name, was, is string) error {
	file := store.PendingPath(suite, name)
	pending, err := store.LoadPending(file)
	if err == nil && pending != nil && pending.Pending.Answers == was {
		pending.Pending.Answers = is
		err = store.Write(file, pending)
	}
	errs := []error{err}
	for _, form := range wire.Forms() {
		errs = append(errs, renewForm(store, store.PendingFormPath(suite, name, form), was, is))
	}
	return errors.Join(errs...)
}

func renewForm(store goldens.Store, file, was, is string) error {
	f, err := loadPendingForm(store, file)
	if f == nil || err != nil || f.Pending.Answers != was {
		return err
	}
	f.Pending.Answers = is
	text, err := f.Sealed()
	if err != nil {
		return err
	}
	return store.WriteBytes(file, text)
}
