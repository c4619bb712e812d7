package run

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/comparison"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/metric"
)

// compareRuns compares stored runs with the first one, by their names, prints the comparison, and keeps it in the last
// one. That is the run of the job, which has ended with an error or without. It returns the error with the exit code of
// both.
func (a *app) compareRuns(ctx context.Context, names []string, j *job, o runOptions, ended error) error {
	if errors.Is(ended, context.Canceled) {
		ctx = context.WithoutCancel(ctx) // what both have is compared
	}
	dir := j.project.OnDisk(j.project.Reports)
	all, err := comparedRuns(ctx, dir, names, j.gates.pairs)
	if _, none := errors.AsType[*comparison.NoPairsError](err); none && console.ExitCode(ended) >= console.Input {
		fmt.Fprintf(a.Stderr, "beaver-eval: nothing is compared: %v\n", err)
		return ended
	}
	if err != nil {
		return errors.Join(ended, err)
	}
	if all.Failing() && ended == nil {
		ended = &console.Error{Code: console.Gate}
	}
	if err := stored.KeepComparison(dir, j.name, all.JSON(), console.ExitCode(ended)); err != nil {
		return console.Fault(err)
	}
	if err := a.printComparison(all, o); err != nil {
		return console.Fault(err)
	}
	return ended
}

// comparedRuns compares stored runs below dir with the first of them.
func comparedRuns(ctx context.Context, dir string, names []string, gates []metric.Gate) (comparison.All, error) {
	var sides []*comparison.Side
	for _, name := range names {
		run, err := stored.Open(dir, name)
		if err != nil {
			return nil, err
		}
		sides = append(sides, comparison.OfRun(run))
	}
	return comparison.CompareAll(ctx, sides[0], sides[1:], comparison.Options{
		Metric: metric.Cases, Turned: comparison.MostTurned, Gates: gates,
	})
}

func (a *app) printComparison(all comparison.All, o runOptions) error {
	switch {
	case o.format == "json":
		return printable.WriteJSON(a.Data, all.JSON())
	case o.quiet:
		return all.WriteSentences(a.Stdout)
	}
	fmt.Fprintln(a.Stdout)
	return all.WriteTables(a.Stdout, a.Columns(a.Stdout.W))
}
