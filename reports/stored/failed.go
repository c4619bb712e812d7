package stored

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// Failures holds the cases that were not green in their last run: they failed or ended in an error, had an unaccepted
// prompt or form, or had stale answers that a gate of the run forbids.
type Failures struct {
	Run   *Run                     // the last one below dir that had a case
	Cases map[filter.CaseName]*Run // that failed, with the run
}

// LastFailures reads the failures of the runs below dir as they were after one of them, or latest: of each case, those
// of the last run that had it. Runs that ended before their first case are ignored.
func LastFailures(dir, name string) (*Failures, error) {
	folder, err := Find(dir, name)
	if err != nil {
		return nil, err
	}
	last, err := readRun(folder)
	if err != nil {
		return nil, err
	}
	f := &failing{Failures: Failures{Cases: map[filter.CaseName]*Run{}}, known: map[filter.CaseName]*Run{}}
	for run := range runsBackward(filepath.Dir(folder), last) {
		all := run.ofAllCases()
		if err := f.read(run, !all); err != nil {
			return nil, err
		}
		if all { // earlier runs have no unknown case
			break
		}
	}
	if f.Run == nil {
		const words = "%s, ended before its first case: %s\nthere is no run with cases: `beaver-eval run` makes one"
		return nil, fmt.Errorf(words, last, printable.Lines(last.Error))
	}
	return &f.Failures, nil
}

// failing collects failures, from the last run backward.
type failing struct {
	Failures
	known map[filter.CaseName]*Run // cases fully covered by a run: the last such one
}

// ofAllCases reports whether a run covered every case of the project. A run of a log of requests has only the cases of
// the log, and no filter.
func (r *Run) ofAllCases() bool {
	return r.Filter != nil && r.Filter.Whole() && !r.Interrupted && r.Answers == nil && r.Rows.Cases > 0 &&
		!slices.ContainsFunc(r.Arguments, func(arg string) bool { return strings.HasPrefix(arg, "--requests") })
}

// runsBackward returns the runs with cases below dir, from one of them backward.
func runsBackward(dir string, last *Run) iter.Seq[*Run] {
	return func(yield func(*Run) bool) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return
		}
		names := []string{last.Name}
		for _, e := range slices.Backward(entries) {
			if e.Name() != last.Name && !halfRemoved(e.Name()) && secondOf(e.Name()) <= secondOf(last.Name) {
				names = append(names, e.Name())
			}
		}
		for len(names) > 0 {
			n := 1
			for n < len(names) && secondOf(names[n]) == secondOf(names[0]) {
				n++
			}
			for _, run := range ofOneSecond(dir, names[:n]) {
				if !run.Started.After(last.Started) && !yield(run) {
					return
				}
			}
			names = names[n:]
		}
	}
}

// ofOneSecond returns the runs with cases among some that began in one second, the last first: the part of their names
// after the second is random.
func ofOneSecond(dir string, names []string) []*Run {
	var runs []*Run
	for _, name := range names {
		if run, err := readRun(filepath.Join(dir, name)); err == nil && run.Rows.Cases > 0 {
			runs = append(runs, run)
		}
	}
	slices.SortStableFunc(runs, func(a, b *Run) int { return b.Started.Compare(a.Started) })
	return runs
}

// failureRow has the columns of a case's row about failure.
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

// read adds a run's results that no later run has. A run of some stages cannot show that a case is green. more: an
// older run has to be read too.
func (f *failing) read(run *Run, more bool) (err error) {
	r, err := rows.Open[failureRow](run.folder, "cases")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if f.Run == nil {
		f.Run = run
	}
	whole := run.Filter == nil || len(run.Filter.Stages) == 0
	for {
		row, err := r.Next()
		if row == nil || err != nil {
			return err
		}
		name := filter.CaseName{Suite: row.Suite, ID: row.Case}
		failed := row.failed() || row.Stale > 0 && run.refusesStale(row.Suite)
		later := f.known[name]
		if later == run { // another sample of the case
			later = nil
		}
		if failed && later == nil && f.Cases[name] == nil {
			f.Cases[name] = run
		}
		if more && later == nil && (failed || whole) {
			f.known[name] = run
		}
	}
}

func (r *failureRow) failed() bool {
	return !rows.Green(result.Status(r.Status), r.Changed+r.New+r.Missing+r.Conflicted+r.Forms)
}

// refusesStale reports whether a gate on stale answers of the whole run, or of a suite, failed.
func (info *Info) refusesStale(suite string) bool {
	return slices.ContainsFunc(info.Gates, func(v metric.Verdict) bool {
		return v.Measure == metric.Stale && !v.Holds && !v.Dropped && (v.Suite == "" || v.Suite == suite)
	})
}
