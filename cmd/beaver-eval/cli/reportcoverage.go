package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/covered"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

type reportCoverageOptions struct {
	run             string
	suites, systems []string
	faults          bool
	format          string
}

func (a *reportApp) newReportCoverage() *cobra.Command {
	o := reportCoverageOptions{}
	cmd := &cobra.Command{
		Use:   "coverage",
		Short: "Print which texts of prompts, fallbacks, decisions, tools and skills no case reaches",
		Long: `coverage prints what the cases of a run reach of what they could: first the words of templates that no prompt
holds, then outcomes of if, with and range that never came, then words that exactly one case reaches, then fallbacks,
decisions, tools, skills and stages, then the totals. A text is reached if it was sent to a model.

--faults counts what only a call broken on purpose reaches, too, and the cells of matrices of faults. lcov is for
editors and services that show the coverage of lines.

` + console.ExitHelp,
		Example: `  beaver-eval report coverage
  beaver-eval report coverage --system openclaw
  beaver-eval report coverage --suite router --faults
  beaver-eval report coverage --format json | jq '.bare[] | {file, line, text}'
  beaver-eval report coverage --format lcov > lcov.info`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.reportCoverage(cmd.Context(), o) },
	}
	cmd.Flags().StringVar(&o.run, "run", stored.LatestFile, "the `run`: its name, a folder, or latest")
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob` (may be repeated)")
	cmd.Flags().StringSliceVar(&o.systems, "system", nil,
		"only systems whose name matches this `glob` (may be repeated)")
	cmd.Flags().BoolVar(&o.faults, "faults", false, "count what only a call broken on purpose reaches, too")
	cmd.Flags().StringVar(&o.format, "format", "table", "table, json or lcov")
	return cmd
}

func (a *reportApp) reportCoverage(ctx context.Context, o reportCoverageOptions) error {
	err := errors.Join(console.CheckGlobs("--suite", o.suites), console.CheckGlobs("--system", o.systems),
		console.OneOf("--format", o.format, "table", "json", "lcov"))
	if err != nil {
		return err
	}
	run, err := a.openRun(o.run)
	if err != nil {
		return err
	}
	suites, systems := filter.New(o.suites), filter.New(o.systems)
	var counts []coverage.Count
	err = rows.ReadCoverage(ctx, run.Folder(), func(suite string, c coverage.Count) {
		suites.See(suite)
		systems.See(c.System)
		if filter.Matches(o.suites, suite) && filter.Matches(o.systems, c.System) {
			c.In = a.TemplateFile(c.In)
			counts = append(counts, c)
		}
	})
	if err != nil {
		return err
	}
	err = errors.Join(suites.Err("no suite of the run matches --suite"),
		systems.Err("no system of the run matches --system"))
	if err != nil {
		return err
	}
	report := covered.New(counts, o.faults)
	switch o.format {
	case "json":
		err = covered.WriteJSON(a.Data, report)
	case "lcov":
		err = covered.WriteLCOV(a.Data, report)
	default:
		err = covered.WriteTable(a.Stdout, a.Columns(a.Stdout.W), report)
	}
	return console.Fault(err)
}
