package runner

import (
	"context"
	"time"

	"github.com/beaver-eval/beaver-eval/suites/result"
)

// The changes of cases are taken together, but not of more cases than this, nor later than this: what has ended before
// a kill is kept.
const (
	mostWaiting   = 32
	longestWaited = 100 * time.Millisecond
)

// waiting holds the results of cases whose changes are taken next.
type waiting struct {
	results []*result.Result
	last    time.Time // when changes were last taken; zero: never
	stopped bool      // by an error
}

func (w *waiting) add(res *result.Result) { w.results = append(w.results, res) }

func (w *waiting) full() bool {
	return len(w.results) == mostWaiting || time.Since(w.last) > longestWaited
}

// takeWaiting takes the changes of the cases that wait for it, and passes on their results.
func (r *suiteRun) takeWaiting(ctx context.Context) error {
	w := &r.waiting
	err := r.comparer.TakeAll(ctx, w.results, r.options.Taking)
	for _, res := range w.results {
		if err == nil {
			err = r.pass(res)
		}
	}
	w.results, w.last, w.stopped = w.results[:0], time.Now(), err != nil
	return err
}

// takeRest takes the changes of the last cases of a suite, also of one whose next case cannot be read.
func (r *suiteRun) takeRest(ctx context.Context) error {
	if len(r.waiting.results) == 0 || r.waiting.stopped || ctx.Err() != nil {
		return nil
	}
	return r.takeWaiting(ctx)
}
