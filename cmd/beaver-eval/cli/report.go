package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/stream"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// openTables makes the folder of a run. There is none for a project that cannot be written, nor where nobody wants one.
func (a *app) openTables(p *project.Project, o runOptions, started time.Time) (*stream.Tables, error) {
	if o.noReport || p.Dir == "" {
		return nil, nil
	}
	w, err := stored.Create(p.OnDisk(p.Reports), started)
	if stored.ReadOnly(err) {
		fmt.Fprintf(a.stderr, "beaver-eval: no report is written: %v\n", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info := func(seen *overview.Overview) stored.Info {
		info := a.runInfo(started, seen.Exit, seen.Interrupted)
		info.Measures, info.Suites = seen.Measures()
		info.Gates, info.Baselines = seen.Gates, seen.Baselines
		info.Workers = cmp.Or(o.workers, runtime.GOMAXPROCS(0))
		info.Filter = &o.Filter
		return info
	}
	return &stream.Tables{Writer: w, Info: info, Last: &a.kept}, nil
}

// maskedArgs are the arguments of the program without secrets.
func (a *app) maskedArgs() []string {
	masked := make([]string, len(a.args))
	for i, arg := range a.args {
		masked[i] = a.screen.Mask(arg)
	}
	return masked
}

// runInfo says which run this is and how it ended.
func (a *app) runInfo(started time.Time, exit int, interrupted bool) stored.Info {
	return stored.Info{
		Started: started.UTC(), Seconds: time.Since(started).Seconds(), Arguments: a.maskedArgs(),
		Version: version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Exit: exit, Interrupted: interrupted,
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
	info := a.runInfo(started, exit.Code(end), errors.Is(end, context.Canceled))
	info.Error = a.screen.Mask(end.Error())
	if err := stored.KeepUnbegun(p.OnDisk(p.Reports), info); err != nil {
		fmt.Fprintf(a.stderr, "beaver-eval: reports/%s still names the run before this one: %v\n", stored.LatestFile,
			err)
	}
}
