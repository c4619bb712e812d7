package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites"
)

// openReport makes the folder of a run. There is none, and the Run is nil, for a project that cannot be written, nor where nobody wants one.
func (a *app) openReport(p *suites.Project, o runOptions, started time.Time) (*reports.Run, error) {
	if o.noReport || p.Dir == "" {
		return nil, nil
	}
	run, err := reports.NewRun(p.OnDisk(p.Reports), started)
	if reports.ReadOnly(err) {
		fmt.Fprintf(a.stderr, "beaver-eval: no report is written: %v\n", err)
		return nil, nil
	}
	return run, err
}

// maskedArgs are the arguments of the program without secrets.
func (a *app) maskedArgs() []string {
	masked := make([]string, len(a.args))
	for i, arg := range a.args {
		masked[i] = a.screen.mask(arg)
	}
	return masked
}

// closeReport ends the report of a run that came to this verdict.
func (a *app) closeReport(run *reports.Run, o runOptions, started time.Time, seen *reports.Overview, verdict error) error {
	total, bySuite := seen.Measures()
	return run.Close(reports.RunInfo{
		Started: started.UTC(), Seconds: time.Since(started).Seconds(), Arguments: a.maskedArgs(),
		Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Workers: cmp.Or(o.workers, runtime.GOMAXPROCS(0)), Exit: exitCode(verdict), Interrupted: errors.Is(verdict, context.Canceled),
		Gates: seen.Gates, Measures: total, Suites: bySuite,
	})
}
