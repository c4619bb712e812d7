package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

func (a *app) newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Show or export what an earlier run came to",
		Long: `report reads the folder of a run below reports. RUN is its name, a folder, or latest (default).

` + exitCodes,
		Example: `  beaver-eval report show
  beaver-eval report show latest --stage router --verdict failed`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newReportShow(), a.newReportExport())
	return cmd
}

type reportShowOptions struct {
	filters
	verdicts []string
	format   string
}

func (a *app) newReportShow() *cobra.Command {
	var o reportShowOptions
	cmd := &cobra.Command{
		Use:   "show [RUN]",
		Short: "Print the tables of an earlier run, or of a part of it",
		Long: `show reads the rows of a run and prints what run has printed at its end: failures, suites, fallbacks, scores, confusion matrices,
the largest prompts and the gates. With a filter the tables are about what it leaves; the gates are those of the whole run.
The exit code says nothing of the run: it is 0 when the run could be read.

` + exitCodes,
		Example: `  beaver-eval report show
  beaver-eval report show 20261121-181233-ab12 --suite support
  beaver-eval report show latest --verdict failed,changed --stage router
  beaver-eval report show --format json | jq .gates`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := reports.LatestFile
			if len(args) == 1 {
				name = args[0]
			}
			return a.reportShow(cmd.Context(), name, o)
		},
	}
	o.filters.flags(cmd)
	cmd.Flags().StringSliceVar(&o.verdicts, "verdict", nil, "only cases of this `verdict`: "+strings.Join(reports.Verdicts(), ", "))
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json")
	return cmd
}

func (a *app) reportShow(ctx context.Context, name string, o reportShowOptions) error {
	errs := []error{o.check(), oneOf("--format", o.format, "table", "json")}
	for _, v := range o.verdicts {
		errs = append(errs, oneOf("--verdict", v, reports.Verdicts()...))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	folder, info, err := reports.OpenRun(p.OnDisk(p.Reports), name)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "beaver-eval: %s\n", info)
	selected := reports.Selection{Suites: o.suites, Cases: o.cases, Stages: o.stages, Verdicts: o.verdicts}
	seen := reports.NewOverview(nil)
	var w io.Writer = a.stdout
	if o.format == "json" {
		w = io.Discard
	}
	reports.WriteRunHead(w, info)
	found := newFound(o.filters)
	failures := false
	err = reports.ReadRun(folder, func(r *result.Result) error {
		found.see(r)
		if err := ctx.Err(); err != nil || !selected.Apply(r) {
			return err
		}
		seen.Add(r)
		any, err := reports.WriteFailures(w, r)
		failures = failures || any
		return err
	})
	if err != nil {
		return err
	}
	if failures {
		fmt.Fprintln(w)
	}
	seen.Summaries.Finish(time.Duration(info.Seconds * float64(time.Second)))
	seen.Gates, seen.Baselines = info.Gates, info.Baselines
	if err := found.err(); err != nil {
		return err
	}
	if o.format == "json" {
		return fault(seen.WriteJSON(a.data))
	}
	if seen.Total.Cases == 0 && seen.Total.Prompts.Differ() == 0 {
		return errors.New("no case of the run matches")
	}
	if err := seen.WriteText(w); err != nil {
		return fault(err)
	}
	if !selected.Whole() {
		fmt.Fprintln(w, "The gates are those of the whole run.")
	}
	return nil
}

// found is what a filter finds in an older run.
type found struct{ suites, cases, stages *filter.Globs }

func newFound(f filters) found {
	return found{filter.New(f.suites), filter.New(f.cases), filter.New(f.stages)}
}

func (f found) see(r *result.Result) {
	f.suites.See(r.Suite)
	f.cases.See(r.Case)
	runner.SeeCalls(f.stages, r)
	if r.Trace != nil && !f.stages.Done() {
		for _, s := range r.Trace.Steps { // decisions and fallbacks without a call, too
			f.stages.See(s.Stage, s.Path)
		}
	}
}

func (f found) err() error {
	return errors.Join(
		f.suites.Err("no suite of the run matches --suite"),
		f.cases.Err("no case of the run matches --case"),
		f.stages.Err("no call of the run matches --stage"),
	)
}
