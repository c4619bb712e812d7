package cli

import (
	"cmp"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/figures"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

type reportFiguresOptions struct {
	console.Filters
	format string
}

func (a *reportApp) newReportFigures() *cobra.Command {
	var o reportFiguresOptions
	cmd := &cobra.Command{
		Use:   "figures [RUN]",
		Short: "Print what the designs of the systems promise, measured in an earlier run",
		Long: `figures prints the figures that systems declare, such as the tokens that a catalogue of skills saves, or the
calls of a quick turn against those of a planned one: for each suite the value, of how many turns, prompts, runs or cases, and
what the system's document says. With a filter they are measured over what it selects. Tokens are estimates, whatever
model has answered, so that runs compare. Gates know figures by the same names.

` + console.ExitHelp,
		Example: `  beaver-eval report figures
  beaver-eval report figures latest --suite openclaw --case headline
  beaver-eval report figures --suite alfred --format markdown
  beaver-eval report figures --format json | jq '.[] | {suite, figure, value}'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reportFigures(cmd.Context(), cmp.Or(strings.Join(args, ""), stored.LatestFile), o)
		},
	}
	o.CaseFlags(cmd)
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json or markdown")
	return cmd
}

func (a *reportApp) reportFigures(ctx context.Context, name string, o reportFiguresOptions) error {
	err := errors.Join(o.Check(), console.OneOf("--format", o.format, "table", "json", "markdown"))
	if err != nil {
		return err
	}
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	declared := map[string][]pipeline.Figure{}
	for system, s := range a.Systems {
		declared[system] = trace.FiguresOf(s)
	}
	all := figures.New(declared)
	err = eachSelected(ctx, run, stored.Selection{Filter: o.Filter}, rows.With{Scores: true}, func(c *rows.Case) error {
		all.Case(c)
		return nil
	})
	if err != nil {
		return err
	}
	return console.Fault(a.writeFigures(all.Lines(), o.format))
}

// writeFigures prints figures in a format.
func (a *reportApp) writeFigures(lines []figures.Line, format string) error {
	switch format {
	case "json":
		return figures.WriteJSON(a.Data, lines)
	case "markdown":
		return figures.WriteMarkdown(a.Stdout, lines)
	}
	return figures.WriteTable(a.Stdout, a.Columns(a.Stdout.W), lines)
}
