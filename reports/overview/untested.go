package overview

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// Untested holds the goldens that were not compared although their cases exist.
type Untested struct {
	Looked    bool               // whether suites could be left out: the run itself sends the requests
	Skipped   int                // of cases that their system does not support
	LeftOut   []filter.CaseName  // cases without requests in a partial run
	NotDriven []stored.NotDriven // of suites that only their program's own tests run, or cases known only from a log
}

// Add adds a suite with omitted goldens.
func (u *Untested) Add(s stored.NotDriven) { u.NotDriven = append(u.NotDriven, s) }

// Goldens returns their number in the suites of the run.
func (u *Untested) Goldens() int { return u.Skipped + len(u.LeftOut) }

// count adds them to the measures of the whole run, except those driven by another CI job.
func (u *Untested) count(t *metric.Tally) {
	if n := len(u.LeftOut); n > 0 {
		t.CountUncompared(n, u.LeftOut[0].String())
	}
	if u.Looked {
		t.CountNotDriven(0, "")
	}
	for _, s := range u.NotDriven {
		if !s.Elsewhere {
			t.CountNotDriven(s.Goldens, s.Suite)
		}
	}
}
