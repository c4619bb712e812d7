package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/ci"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/page"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

type exportOptions struct {
	format string
	table  string
	output string
	split  bool
}

func (a *reportApp) newReportExport() *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export [RUN]",
		Short: "Write a run as CSV, JSON, JUnit XML, Markdown, a page, or its conversations as data",
		Long: `export writes the results of a run for other programs. RUN is its name, a folder, or latest (default).

csv, json and jsonl write one table, row by row, with the columns of docs/parquet.md; in CSV a list is JSON in its cell,
NULL is an empty cell, and text that a spreadsheet would read as a formula is prefixed with an apostrophe. junit is for
GitHub and GitLab; xunit, for Jenkins' xUnit plugin, is the same without file positions. markdown is for a job summary
or a comment, and stays below 64 KB. docs/ci.md shows how to use each in CI.

html is a page to look at in a browser: one file, which makes no request. If its texts are larger than 25 MB, only cases
that are not green have theirs, and the page says so. --split writes all of them, as a folder with index.html, which
also opens without a server. report view writes the page into the run's folder and opens it.

openai-chat (JSONL) and hf-messages (Parquet) write the conversations: what the user said, tool calls with their results,
and the replies; import reads both back. sft (JSONL) writes the turns whose expectations and labels hold, up to each
turn's end, every text once, with its split, its group and its origin: run, suite, case, turn, models, and whether the
answers were scripted, recorded or imported. All turns of a group are in one split. What is left out is counted.

Tables: ` + strings.Join(rows.Kept(), " ") + `.

` + console.ExitHelp,
		Example: `  beaver-eval report export --format junit --output junit.xml
  beaver-eval report export --format markdown >> "$GITHUB_STEP_SUMMARY"
  beaver-eval report export --format html --output report.html
  beaver-eval report export latest --format csv --table scores --output scores.csv
  beaver-eval report export --format sft --output turns.jsonl`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("table") {
				if !cmd.Flags().Changed("format") {
					o.format = "csv"
				}
				if !slices.Contains(export.Formats(), o.format) {
					return fmt.Errorf("--table: %s is about the whole run; tables are for %s", o.format,
						strings.Join(export.Formats(), ", "))
				}
			}
			if o.split && (o.format != "html" || o.output == "" || o.output == "-") {
				return errors.New("--split goes with --format html and --output, which names a folder")
			}
			return a.reportExport(cmd.Context(), o, args)
		},
	}
	cmd.Flags().StringVar(&o.format, "format", "", "the `format`, one of those above (default with --table: csv)")
	cmd.Flags().StringVar(&o.table, "table", "cases", "the `table` that csv, json and jsonl write")
	cmd.Flags().StringVar(&o.output, "output", "",
		"write to this `file`, completely or not at all (default: standard output)")
	cmd.Flags().BoolVar(&o.split, "split", false, "with --format html: write a folder, --output, with all texts")
	return cmd
}

func exportFormats() []string {
	return slices.Concat(export.Formats(), []string{"junit", "xunit", "markdown", "html"},
		export.ConversationFormats())
}

func (a *reportApp) reportExport(ctx context.Context, o exportOptions, args []string) error {
	err := errors.Join(console.OneOf("--format", o.format, exportFormats()...),
		console.OneOf("--table", o.table, rows.Kept()...))
	if err != nil {
		return err
	}
	p, err := a.Project()
	if err != nil {
		return err
	}
	run, err := stored.Open(p.OnDisk(p.Reports), cmp.Or(strings.Join(args, ""), stored.LatestFile))
	if err != nil {
		return err
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", run)
	write := func(w io.Writer) error { return a.export(ctx, w, p, run, o) }
	if o.format == export.FormatHFMessages && (o.output == "" || o.output == "-") {
		return errors.New("--output: hf-messages is Parquet, which needs a file")
	}
	if o.split {
		return page.WriteFolder(ctx, o.output, run, a.pageOptions())
	}
	if o.output == "" || o.output == "-" {
		switch o.format {
		case "json", "jsonl", export.FormatOpenAIChat, export.FormatSFT:
			return write(a.Data)
		case "html": // nothing in it is a line for people, and the digest of its script must hold
			return write(a.Out)
		}
		return write(a.Stdout)
	}
	return disk.Stream(o.output, 0o644, write)
}

func (a *reportApp) export(ctx context.Context, w io.Writer, p *project.Project, run *stored.Run,
	o exportOptions) error {
	switch o.format {
	case "junit":
		return ci.WriteJUnit(ctx, w, run, ci.JUnitOptions{Places: true, Below: a.BelowRepository(p.Dir)})
	case "xunit":
		return ci.WriteJUnit(ctx, w, run, ci.JUnitOptions{})
	case "markdown":
		return ci.WriteMarkdown(ctx, w, run)
	case "html":
		return page.Write(ctx, w, run, a.pageOptions())
	case export.FormatOpenAIChat, export.FormatHFMessages, export.FormatSFT:
		e, err := export.WriteConversations(ctx, w, run.Folder(), run.Name, o.format)
		if err == nil {
			a.tellExported(e, o.format)
		}
		return err
	}
	return export.Write(ctx, w, run.Folder(), o.table, o.format)
}

// tellExported says how much of a run's conversations was written, and what was left out.
func (a *reportApp) tellExported(e export.Exported, format string) {
	what := "conversations"
	if format == export.FormatSFT {
		what = "turns"
	}
	text := fmt.Sprintf("%d %s written; left out: %d turns in which the user or the system says nothing", e.Records,
		what, e.Silent)
	if format == export.FormatSFT {
		text += fmt.Sprintf(", %d that nothing is expected of, %d of which something does not hold or that follow "+
			"one, %d that are there already", e.Unexpected, e.Failed, e.Doubled)
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", text)
}
