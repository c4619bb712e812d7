package runner

import (
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// SeeCalls shows a filter the calls of a result, and those of its golden.
func SeeCalls(s *filter.Globs, r *result.Result) {
	if s.Done() {
		return
	}
	if r.Trace != nil {
		for _, c := range r.Trace.Calls() {
			s.See(c.Stage, c.Path)
		}
	}
	for _, c := range r.Changes {
		s.See(c.Stage, c.Path)
	}
}
