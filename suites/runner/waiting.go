package runner

import (
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
