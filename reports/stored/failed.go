package stored

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Failures are the cases that kept a run from being green: those that failed or ended with an error, those with a
// prompt or a form that is not as accepted, and those with stale answers where a gate of the run refused them.
type Failures struct {
	Run   *Run
	Cases map[filter.CaseName]bool
}

// LastFailures reads the failures of the last run below dir that had a case: one that ended before its first says
// nothing of any.
func LastFailures(dir string) (*Failures, error) {
	folder, err := Find(dir, LatestFile)
	if err != nil {
		return nil, err
	}
	run, err := readRun(folder)
	if err != nil {
		return nil, err
	}
	if run.Rows.Cases == 0 {
		before := lastWithCases(filepath.Dir(folder), run.Name)
		if before == nil {
			const words = "%s, ended before its first case: %s\nthere is no run with cases: `beaver-eval run` makes one"
			return nil, fmt.Errorf(words, run, printable.Lines(run.Error))
		}
		run = before
	}
	f := &Failures{Run: run, Cases: map[filter.CaseName]bool{}}
	return f, f.read()
}

// failureRow is what of a case's row says whether it failed.
type failureRow struct {
	Suite      string `parquet:"suite,dict"`
	Case       string `parquet:"case_id"`
	Status     string `parquet:"status,dict"`
	Changed    int32  `parquet:"prompts_changed"`
	New        int32  `parquet:"prompts_new"`
	Missing    int32  `parquet:"prompts_missing"`
	Conflicted int32  `parquet:"prompts_conflicted"`
	Stale      int32  `parquet:"calls_stale"`
	Forms      int32  `parquet:"forms_differing"`
}

func (f *Failures) read() (err error) {
	r, err := rows.Open[failureRow](f.Run.folder, "cases")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		row, err := r.Next()
		if row == nil || err != nil {
			return err
		}
		if row.failed() || row.Stale > 0 && f.Run.refusesStale(row.Suite) {
			f.Cases[filter.CaseName{Suite: row.Suite, ID: row.Case}] = true
		}
	}
}

func (r *failureRow) failed() bool {
	return !rows.Green(result.Status(r.Status), r.Changed+r.New+r.Missing+r.Conflicted+r.Forms)
}

// refusesStale reports whether a gate over stale answers of all of the run, or of a suite, did not hold.
func (info *Info) refusesStale(suite string) bool {
	return slices.ContainsFunc(info.Gates, func(v metric.Verdict) bool {
		return v.Measure == metric.Stale && !v.Holds && !v.Dropped && (v.Suite == "" || v.Suite == suite)
	})
}
