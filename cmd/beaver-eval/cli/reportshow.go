package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/run"
	"github.com/beaver-eval/beaver-eval/reports/breakdown"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// newReport returns the verb report.
func newReport(shared *console.App) *cobra.Command { return (&reportApp{shared}).newReport() }

func (a *reportApp) newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Show or export the results of an earlier run",
		Long: `report reads the folder of a run below reports. RUN is its name, a folder, or latest (default).

` + console.ExitHelp,
		Example: `  beaver-eval report show
  beaver-eval report show latest --stage router --verdict failed`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newReportShow(), a.newReportFigures(), a.newReportCost(), a.newReportCoverage(),
		a.newReportExport(), a.newReportView(), run.NewMerge(a.App))
	return cmd
}

type reportShowOptions struct {
	console.Filters
	verdicts []string
	format   string
	by       string
	runs     lastRuns
}

func (a *reportApp) newReportShow() *cobra.Command {
	var o reportShowOptions
	cmd := &cobra.Command{
		Use:   "show [RUN]",
		Short: "Print the tables of an earlier run, or of part of it",
		Long: `show reads the rows of a run and prints what run --full prints at its end: failures, each changed prompt with
its diff, suites, fallbacks, scores, confusion matrices, the largest prompts and the gates. With a filter, the tables
cover only what it selects; the gates are always those of the whole run. The exit code does not reflect the run: it is 0
if the run can be read.

--by prints a single table instead: cases, calls, tokens, fallbacks and scores by suite, system, stage, tag, turn or
model. --runs prints one metric (docs/scores.md) of the last runs, a line for each, with a bar.

` + console.ExitHelp,
		Example: `  beaver-eval report show
  beaver-eval report show 20261121-181233-ab12 --suite support
  beaver-eval report show latest --verdict failed,changed --stage router
  beaver-eval report show --by stage --suite support
  beaver-eval report show --runs 20 --metric 'cost.prompt_tokens[router]' --where suite=support
  beaver-eval report show --format json | jq .gates`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			filtered := o.by != "" || !o.selection().Whole()
			err := cmp.Or(o.check(), o.runs.check(cmd.Flags().Changed("runs"), len(args) == 1, filtered))
			if err != nil {
				return err
			}
			o.runs.format = o.format
			name := cmp.Or(strings.Join(args, ""), stored.LatestFile)
			switch {
			case o.runs.most > 0:
				return a.showRuns(o.runs)
			case o.by != "":
				return a.showBy(cmd.Context(), name, o)
			}
			return a.reportShow(cmd.Context(), name, o)
		},
	}
	o.Filters.Flags(cmd)
	cmd.Flags().StringSliceVar(&o.verdicts, "verdict", nil,
		"only cases of this `verdict`: "+strings.Join(stored.Verdicts(), ", "))
	cmd.Flags().StringVar(&o.by, "by", "", "one table, by "+strings.Join(breakdown.Names(), ", "))
	cmd.Flags().IntVar(&o.runs.most, "runs", 0, "of the last `N` runs, one --metric")
	cmd.Flags().StringVar(&o.runs.metric, "metric", "", "with --runs: the `name` of a metric")
	cmd.Flags().StringVar(&o.runs.where, "where", "", "with --runs: `suite=NAME`")
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json; with --by and --runs also csv or markdown")
	return cmd
}

// check checks the options by themselves.
func (o *reportShowOptions) check() error {
	formats := []string{"table", "json"}
	if o.by != "" || o.runs.most != 0 {
		formats = append(formats, "csv", "markdown")
	}
	errs := []error{o.Check(), console.OneOf("--format", o.format, formats...)}
	if o.by != "" {
		errs = append(errs, console.OneOf("--by", o.by, breakdown.Names()...))
	}
	for _, v := range o.verdicts {
		errs = append(errs, console.OneOf("--verdict", v, stored.Verdicts()...))
	}
	return errors.Join(errs...)
}

func (a *reportApp) reportShow(ctx context.Context, name string, o reportShowOptions) error {
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	selected := o.selection()
	told := &console.Stream{Seen: overview.New(nil), Handlers: a.showHandlers(selected, o.format)}
	told.Seen.Restore(&run.Info)
	if o.format == "table" {
		if err := terminal.WriteHead(a.Stdout, &run.Info); err != nil {
			return console.Fault(err)
		}
	}
	with := rows.With{Calls: true, Scores: true, Edits: true}
	if o.format == "table" {
		with.Diffs = terminal.MostDiffs
	}
	if err := eachSelected(ctx, run, selected, with, told.Case); err != nil {
		return err
	}
	if o.format == "table" && told.Seen.Empty() {
		return errNothing
	}
	if err := countCovered(ctx, run, selected, told.Seen); err != nil {
		return err
	}
	return console.Fault(told.End())
}

// countCovered counts what whole suites reach; rows of coverage do not tell cases apart.
func countCovered(ctx context.Context, run *stored.Run, selected stored.Selection, seen *overview.Overview) error {
	suites := selected.Suites
	if selected.Suites = nil; !selected.Whole() {
		return nil
	}
	return rows.ReadCoverage(ctx, run.Folder(), func(suite string, c coverage.Count) {
		if filter.Matches(suites, suite) {
			seen.CountCovered(suite, c)
		}
	})
}

var errNothing = errors.New("no case of the run matches")

// showBy prints one table, of the selected cases, by the values of something.
func (a *reportApp) showBy(ctx context.Context, name string, o reportShowOptions) error {
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	by := breakdown.New(breakdown.By(o.by))
	if err := eachSelected(ctx, run, o.selection(), rows.With{Calls: true, Scores: true}, by.Case); err != nil {
		return err
	}
	if by.Empty() {
		return errNothing
	}
	return console.Fault(by.Write(a.writerFor(o.format), o.format, a.Columns(a.Stdout.W)))
}

func (o *reportShowOptions) selection() stored.Selection {
	return stored.Selection{Filter: o.Filter, Verdicts: o.verdicts}
}

// showHandlers returns the handlers that print a stored run in a format.
func (a *reportApp) showHandlers(selected stored.Selection, format string) []console.Handler {
	if format == "json" {
		return []console.Handler{ci.NewJSON(a.Data, true)}
	}
	return []console.Handler{
		terminal.NewFailures(a.Stdout), terminal.NewEdits(a.Stdout),
		terminal.NewTables(a.Stdout, a.Columns(a.Stdout.W)),
		console.AtEnd(func(*overview.Overview) error {
			if selected.Whole() {
				return nil
			}
			_, err := fmt.Fprintln(a.Stdout, "The gates are those of the whole run.")
			return err
		}),
	}
}
