package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// openReport makes the folder of a run. There is none, and the Run is nil, for a project that cannot be written, nor
// where nobody wants one.
func (a *app) openReport(p *project.Project, o runOptions, started time.Time) (*reports.Run, error) {
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
	info := a.runInfo(started, verdict)
	info.Measures, info.Suites = seen.Measures()
	info.Gates, info.Baselines = seen.Gates, seen.Baselines
	info.Workers = cmp.Or(o.workers, runtime.GOMAXPROCS(0))
	info.Filter = &reports.Filter{Suites: o.suites, Cases: o.cases, Stages: o.stages}
	err := run.Close(info)
	a.kept = run.Kept()
	return err
}

// runInfo says which run this is and how it ended.
func (a *app) runInfo(started time.Time, end error) reports.RunInfo {
	return reports.RunInfo{
		Started: started.UTC(), Seconds: time.Since(started).Seconds(), Arguments: a.maskedArgs(),
		Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Exit: exitCode(end), Interrupted: errors.Is(end, context.Canceled),
	}
}

// noteUnbegun leaves word of a run that ended before its first case, so that nobody takes the one before for this one.
func (a *app) noteUnbegun(cmd *cobra.Command, started time.Time, end error) {
	unreported, _ := cmd.Flags().GetBool("no-report")
	builtin, _ := cmd.Flags().GetBool("builtin")
	if cmd.Name() != "run" || end == nil || a.kept || unreported || builtin {
		return
	}
	p, err := project.Find(".", a.root)
	if err != nil || p.Dir == "" {
		return
	}
	info := a.runInfo(started, end)
	info.Error = a.screen.mask(end.Error())
	if err := reports.KeepUnbegun(p.OnDisk(p.Reports), info); err != nil {
		fmt.Fprintf(a.stderr, "beaver-eval: reports/%s still names the run before this one: %v\n", reports.LatestFile, err)
	}
}
