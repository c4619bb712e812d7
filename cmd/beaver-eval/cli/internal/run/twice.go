package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// checkTwice rejects flags without effect on a comparison of two runs.
func (o *runOptions) checkTwice(cmd *cobra.Command) error {
	var errs []error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "twice", "root", "suite", "tag", console.KeywordFlag, "workers", "format":
		default:
			errs = append(errs, fmt.Errorf("--twice excludes --%s: it only compares two runs with each other", f.Name))
		}
	})
	if o.command != nil {
		errs = append(errs, errors.New("--twice excludes -- COMMAND: it starts the programs of suites itself"))
	}
	if o.workers < 0 {
		errs = append(errs, fmt.Errorf("--workers: want 0 or more, got %d", o.workers))
	}
	return errors.Join(append(errs, o.checkForm(), o.Filters.Check(), console.CheckCases(o.names))...)
}

// runTwice implements run --twice.
func (a *app) runTwice(ctx context.Context, o runOptions) error {
	choice := o.Choice()
	choice.Names = o.names
	suites, total, err := a.Chosen(ctx, o.Filters, choice)
	if err != nil {
		return err
	}
	bar := a.NewProgress(total, "cases", false)
	report, err := runner.RunTwice(ctx, suites, runner.TwiceOptions{
		Cases: choice, Workers: o.workers, Systems: slices.Sorted(maps.Keys(a.Systems)),
	}, bar.Step)
	if err := errors.Join(err, bar.Close()); err != nil {
		return err
	}
	if err := a.printTwice(report, o.format); err != nil {
		return console.Fault(err)
	}
	switch {
	case len(report.Errors) > 0:
		return &console.Error{Code: console.Input}
	case len(report.Found) > 0:
		return &console.Error{Code: console.Gate}
	}
	return nil
}

func (a *app) printTwice(r *runner.TwiceReport, format string) error {
	if format == "json" {
		return printable.WriteJSON(a.Data, r)
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
			fmt.Fprintf(a.Stdout, "  add this below app: in the suite:\n    %s\n", d.Settles)
		}
	}
	for _, text := range r.Errors {
		fmt.Fprintf(a.Stdout, "error: %s\n", printable.Line(text))
	}
	if len(r.Found)+len(r.Errors) > 0 {
		fmt.Fprintln(a.Stdout)
	}
	_, err := fmt.Fprintf(a.Stdout, "%s run twice, %s\n", wording.Number(r.Cases, "case"),
		wording.Number(len(r.Found), "difference"))
	return err
}
