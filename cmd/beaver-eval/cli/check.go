package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites"
)

func (a *app) newCheck() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Read every file of the project and say what is wrong with it",
		Long: `check reads suites, cases, recordings and goldens without running anything: unknown keys, names that not every file
system holds, goldens edited by hand or without a case, recordings that are damaged or that others can read.

` + exitCodes,
		Example: `  beaver-eval check
  beaver-eval check --format json | jq '.problems[].path'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := oneOf("--format", format, "table", "json"); err != nil {
				return err
			}
			p, err := a.project()
			if err != nil {
				return err
			}
			report, err := suites.Check(cmd.Context(), p, a.systems)
			if err != nil {
				return err
			}
			if err := a.printReport(report, format); err != nil {
				return fault(err)
			}
			if report.OK < report.Files || len(report.Problems) > 0 && !onlyWarnings(report) {
				return &exitError{code: ExitInput}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&format, "format", "table", "table or json")
	return cmd
}

func onlyWarnings(r *suites.Report) bool {
	for _, p := range r.Problems {
		if !p.Warning() {
			return false
		}
	}
	return true
}

func (a *app) printReport(r *suites.Report, format string) error {
	if format == "json" {
		return reports.JSON(a.stdout, r)
	}
	if len(r.Problems) > 0 {
		var rows [][]string
		for _, p := range r.Problems {
			rows = append(rows, []string{p.Path, p.Kind, p.Detail})
		}
		if err := reports.Table(a.stdout, []reports.Column{{Title: "path"}, {Title: "kind"}, {Title: "detail"}}, rows); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
	}
	_, err := fmt.Fprintf(a.stdout, "%d files, %d ok, %d problems\n", r.Files, r.OK, len(r.Problems))
	return err
}
