package review

import (
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// keepBefore keeps the stale answers of calls accepted earlier, in a case from which nothing else is taken.
func (r *Comparer) keepBefore(res *result.Result, t *Taking) error {
	old, conflicted, err := r.accepted(res.Case)
	if err != nil || conflicted {
		return err
	}
	kept, err := r.keepWith(res, t, r.maskedOrNil(old), nil)
	if kept > 0 && err == nil {
		res.Taken = &result.Taken{Kept: kept}
	}
	return err
}

// keepWith keeps the stale answers of calls that are taken, and of those accepted earlier. The recording is written
// first: if the command is killed then, the prompts still wait, and a run shows them again.
func (r *Comparer) keepWith(res *result.Result, t *Taking, old *goldens.File, taken []string) (int, error) {
	accepted := map[string]bool{}
	for _, c := range goldens.Compare(old, GoldenOf(res.Trace)) {
		accepted[c.Path] = c.Status == goldens.Unchanged
	}
	for _, path := range taken {
		accepted[path] = true
	}
	return r.keepAnswers(res, t.Keep, t.DryRun, func(c *trace.Call) bool {
		return accepted[c.Path] && filter.MatchesCall(t.Keep.Stages, c.Stage, c.Path)
	})
}

// changedPaths returns the paths of the calls that differ between two files.
func changedPaths(old, new *goldens.File) (paths []string) {
	for _, c := range goldens.Compare(old, new) {
		if c.Status != goldens.Unchanged {
			paths = append(paths, c.Path)
		}
	}
	return paths
}

// keepAnswers rewrites the recording of a case, whose run is res, so that the stale answers of accepted calls become
// answers to their current requests, and returns their number. Changes under review stay acceptable: a run with the new
// recording sends the same.
func (r *Comparer) keepAnswers(res *result.Result, k *Keeping, dryRun bool, accepted func(*trace.Call) bool) (int,
	error) {
	requests, needed := staleRequests(res.Trace, accepted)
	if len(requests) == 0 {
		return 0, nil
	}
	rec, _, err := r.suite.Recording(res.Case)
	if rec == nil || err != nil {
		return 0, err
	}
	shared := k.Sharing.Has(r.suite, res.Case)
	carried, kept := rec.Carry(requests, func(digest string) bool { return needed[digest] || shared })
	if kept == 0 || dryRun {
		return kept, nil
	}
	return kept, r.suite.WriteRecording(carried)
}

// staleRequests returns the requests of the accepted calls with stale answers, and of calls that send the same: these
// would get the kept answer instead of their own. needed are the digests of requests that the recording answers from
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
