package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/reports/jsontext"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/twice"
)

// checkTwice is check --twice.
func (a *app) checkTwice(ctx context.Context, o declaredOptions, format string) error {
	suites, total, err := a.chosen(ctx, o.Filters)
	if err != nil {
		return err
	}
	bar := a.NewProgress(total, "cases", false)
	report, err := twice.Run(ctx, suites, twice.Options{
		Cases: o.Choice(), Workers: o.workers, Systems: slices.Sorted(maps.Keys(a.Systems)),
	}, bar.Step)
	if err := errors.Join(err, bar.Close()); err != nil {
		return err
	}
	if err := a.printTwice(report, format); err != nil {
		return exit.Fault(err)
	}
	switch {
	case len(report.Errors) > 0:
		return &exit.Error{Code: exit.Input}
	case len(report.Found) > 0:
		return &exit.Error{Code: exit.Gate}
	}
	return nil
}

func (a *app) printTwice(r *twice.Report, format string) error {
	if format == "json" {
		return jsontext.Write(a.Data, r)
	}
	for _, d := range r.Found {
		fmt.Fprintf(a.Stdout, "%s/%s", d.Suite, d.Case)
		if d.Path != "" {
			fmt.Fprintf(a.Stdout, "/%s", d.Path)
		}
		fmt.Fprintf(a.Stdout, ": %s\n", printable.Line(d.Where))
		if d.First+d.Second != "" {
			fmt.Fprintf(a.Stdout, "  first   %s\n", printable.Line(strings.TrimRight(d.First, "\r\n")))
			fmt.Fprintf(a.Stdout, "  second  %s\n", printable.Line(strings.TrimRight(d.Second, "\r\n")))
		}
		if d.Settles != "" {
			fmt.Fprintf(a.Stdout, "  below app: of the suite, this settles it:\n    %s\n", d.Settles)
		}
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", printable.Line(text))
	}
	if len(r.Found)+len(r.Errors) > 0 {
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s run two times, %s\n", plural.Number(r.Cases, "case"),
		plural.Number(len(r.Found), "difference"))
	return err
}
