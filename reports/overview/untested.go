package overview

import (
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// Untested are the goldens that nothing was compared with although their cases are there.
type Untested struct {
	Looked    bool               // whether suites could be left out: nothing else has asked of the run's
	Skipped   int                // of cases that their system does not support
	LeftOut   []filter.CaseName  // since nobody has asked of them, and the run is to be a part
	NotDriven []stored.NotDriven // of suites that only their program's own tests run, or that only a log knows
}

// Add takes a suite of which goldens were left out.
func (u *Untested) Add(s stored.NotDriven) { u.NotDriven = append(u.NotDriven, s) }

// Goldens returns how many there are in the suites of the run.
func (u *Untested) Goldens() int { return u.Skipped + len(u.LeftOut) }

// count enters them into the measures of the whole run. What another job of CI drives is not counted.
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
