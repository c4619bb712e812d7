package cli

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/fixtures/atomicfile"
	"github.com/beaver-eval/beaver-eval/reports"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

type exportOptions struct {
	format string
	table  string
	output string
}

func (a *app) newReportExport() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export [RUN]",
		Short: "Write a run as CSV, JSON, JUnit XML or Markdown",
		Long: `export writes what a run came to for other programs. RUN is its name, a folder, or latest (default).

csv, json and jsonl are one table, row by row, with the columns of docs/parquet.md; lists are JSON in a cell of CSV, NULL is an
empty cell, and a text that a spreadsheet would take for a formula gets an apostrophe in front. junit is for GitHub and GitLab,
xunit the same without places in files, for Jenkins' xUnit plugin. markdown is for a job's summary or a comment, less than 64 KB.
docs/ci.md shows how each reaches its reader.

` + exitCodes,
		Example: `  beaver-eval report export --format junit --output junit.xml
  beaver-eval report export --format markdown >> "$GITHUB_STEP_SUMMARY"
  beaver-eval report export latest --format csv --table scores --output scores.csv`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("table") && !slices.Contains(reports.ExportTableFormats(), o.format) {
				return fmt.Errorf("--table: %s is about the whole run; tables are for %s", o.format, strings.Join(reports.ExportTableFormats(), ", "))
			}
			return a.reportExport(o, args)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "", strings.Join(exportFormats(), ", "))
	cmd.Flags().StringVar(&o.table, "table", "cases", strings.Join(reports.ExportTables(), ", "))
	cmd.Flags().StringVar(&o.output, "output", "", "write to this `file`, whole or not at all (default: standard output)")
	return cmd
}

func exportFormats() []string {
	return append(reports.ExportTableFormats(), "junit", "xunit", "markdown")
}

func (a *app) reportExport(o exportOptions, args []string) error {
	err := errors.Join(oneOf("--format", o.format, exportFormats()...), oneOf("--table", o.table, reports.ExportTables()...))
	if err != nil {
		return err
	}
	p, err := a.project()
	if err != nil {
		return err
	}
	folder, info, err := reports.OpenRun(p.OnDisk(p.Reports), cmp.Or(strings.Join(args, ""), reports.LatestFile))
	if err != nil {
		return err
	}
	fmt.Fprintf(a.stderr, "beaver-eval: %s\n", info)
	write := func(w io.Writer) error { return a.export(w, p, folder, o) }
	if o.output == "" || o.output == "-" {
		if o.format == "json" || o.format == "jsonl" {
			return write(a.data)
		}
		return write(a.stdout)
	}
	return atomicfile.Stream(o.output, 0o644, write)
}

func (a *app) export(w io.Writer, p *project.Project, folder string, o exportOptions) error {
	switch o.format {
	case "junit":
		return reports.JUnit{Places: true, Below: a.belowRepository(p.Dir)}.Write(w, folder)
	case "xunit":
		return reports.JUnit{}.Write(w, folder)
	case "markdown":
		return reports.Markdown(w, folder)
	}
	return reports.ExportTable(w, folder, o.table, o.format)
}
