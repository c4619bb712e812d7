package faults

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/table"
	"github.com/beaver-eval/beaver-eval/suites/faults"
)

// holdDeclared implements faults --declared.
func (a *app) holdDeclared(ctx context.Context, o options) error {
	suites, total, err := a.Chosen(ctx, o.Filters, o.Choice())
	if err != nil {
		return err
	}
	how := faults.DeclaredOptions{Cases: o.Choice(), Stages: o.Stages, Workers: o.workers, Exchange: a.Exchange}
	if o.otherwise != "" {
		data, err := disk.ReadFile(o.otherwise, fixtures.MaxYAML)
		if err == nil {
			how.Otherwise, err = faults.ReadOtherwise(o.otherwise, data, suites)
		}
		if err != nil {
			return fmt.Errorf("--otherwise: %w", err)
		}
	}
	bar := a.NewProgress(total, "cases", false)
	report, err := faults.CheckDeclared(ctx, suites, slices.Sorted(maps.Keys(a.Systems)), how, bar.Step)
	if closed := bar.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return err
	}
	if err := a.printDeclared(report, o.format); err != nil {
		return console.Fault(err)
	}
	switch {
	case len(report.Errors) > 0:
		return &console.Error{Code: console.Input}
	case report.Cells == 0 && report.Skipped == 0 && len(report.Applications) == 0:
		return errors.New("no call matches")
	case report.Differences > 0:
		return &console.Error{Code: console.Gate}
	}
	return nil
}

func (a *app) printDeclared(r *faults.DeclaredReport, format string) error {
	if format == "json" {
		return printable.WriteJSON(a.Data, r)
	}
	if len(r.Applications) > 0 {
		fmt.Fprintf(a.Stdout, "left out: %s: an application declares no fallbacks; `beaver-eval faults` shows what "+
			"it does with faults\n", strings.Join(r.Applications, ", "))
		if len(r.Stages) == 0 {
			return nil
		}
		fmt.Fprintln(a.Stdout)
	}
	a.printFound(r)
	var rows [][]string
	for _, s := range r.Stages {
		rows = append(rows, []string{
			s.System, s.Stage, strconv.Itoa(s.Calls), strconv.Itoa(len(s.Reasons)), strconv.Itoa(s.Cells),
			strconv.Itoa(s.Undeclared), strconv.Itoa(s.Differences),
		})
	}
	columns := []table.Column{
		table.Text("system"), table.Text("stage"), table.Number("calls"), table.Number("reasons"),
		table.Number("cells"), table.Number("undeclared"), table.Number("differences"),
	}
	if err := table.Write(a.Stdout, columns, rows); err != nil {
		return err
	}
	_, err := fmt.Fprintf(a.Stdout, "\n%s, %s, %s\n", wording.Number(r.Cases, "case"), wording.Number(r.Cells, "cell"),
		wording.Number(r.Differences, "difference"))
	return err
}

// printFound prints the differences: each call once, with all reasons for which the same part differs.
func (a *app) printFound(r *faults.DeclaredReport) {
	for i := 0; i < len(r.Found); {
		first, reasons := r.Found[i], []string{}
		for ; i < len(r.Found); i++ {
			d := r.Found[i]
			reasons, d.Reason = append(reasons, string(d.Reason)), first.Reason
			if d != first {
				reasons = reasons[:len(reasons)-1]
				break
			}
		}
		fmt.Fprintf(a.Stdout, "%s/%s/%s: %s (declared: %s)\n  %s\n",
			first.Suite, first.Case, first.Path, strings.Join(reasons, ", "), first.Declared, first.What)
	}
	if more := r.Differences - len(r.Found); more > 0 {
		fmt.Fprintf(a.Stdout, "and %s more\n", wording.Number(more, "difference"))
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", text)
	}
	if len(r.Found)+len(r.Errors) > 0 {
		fmt.Fprintln(a.Stdout)
	}
}
