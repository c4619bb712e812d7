package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/terminal"
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
	cmd.AddCommand(a.newReportShow(), a.newReportFigures(), a.newReportExport())
	return cmd
}

type reportShowOptions struct {
	console.Filters
	verdicts []string
	format   string
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

` + console.ExitHelp,
		Example: `  beaver-eval report show
  beaver-eval report show 20261121-181233-ab12 --suite support
  beaver-eval report show latest --verdict failed,changed --stage router
  beaver-eval report show --format json | jq .gates`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := stored.LatestFile
			if len(args) == 1 {
				name = args[0]
			}
			return a.reportShow(cmd.Context(), name, o)
		},
	}
	o.Filters.Flags(cmd)
	cmd.Flags().StringSliceVar(&o.verdicts, "verdict", nil,
		"only cases of this `verdict`: "+strings.Join(stored.Verdicts(), ", "))
	cmd.Flags().StringVar(&o.format, "format", "table", "table or json")
	return cmd
}

func (a *reportApp) reportShow(ctx context.Context, name string, o reportShowOptions) error {
	errs := []error{o.Check(), console.OneOf("--format", o.format, "table", "json")}
	for _, v := range o.verdicts {
		errs = append(errs, console.OneOf("--verdict", v, stored.Verdicts()...))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	p, err := a.Project()
	if err != nil {
		return err
	}
	run, err := stored.Open(p.OnDisk(p.Reports), name)
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", run)
	selected := stored.Selection{Filter: o.Filter, Verdicts: o.verdicts}
	told := &console.Stream{Seen: overview.New(nil), Handlers: a.showHandlers(selected, o.format)}
	told.Seen.Restore(&run.Info)
	if o.format == "table" {
		if err := terminal.WriteHead(a.Stdout, &run.Info); err != nil {
			return console.Fault(err)
		}
	}
	found := newFound(o.Filter)
	with := rows.With{Calls: true, Scores: true, Edits: true}
	if o.format == "table" {
		with.Diffs = terminal.MostDiffs
	}
	err = run.Cases(ctx, with, func(c *rows.Case) error {
		found.see(c)
		if !selected.Apply(c) {
			return nil
		}
		return told.Case(c)
	})
	if err != nil {
		return err
	}
	if err := found.err(); err != nil {
		return err
	}
	if o.format == "table" && told.Seen.Empty() {
		return errors.New("no case of the run matches")
	}
	return console.Fault(told.End())
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
