package run

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/page"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// addPage writes the page of a job's run, which has ended with an error or without, to a file; empty: none. It returns
// the error with the higher exit code, and prints the other one.
func (a *app) addPage(ctx context.Context, j *job, file string, ended error) error {
	if file == "" {
		return ended
	}
	if errors.Is(ended, context.Canceled) {
		ctx = context.WithoutCancel(ctx) // what has ended is shown
	}
	err := j.writePage(ctx, file, a.TemplateFile)
	switch {
	case err == nil:
		return ended
	case console.ExitCode(ended) < console.Input: // at most a gate fails, and that is printed
		return fmt.Errorf("--html: %w", err)
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: --html: %v\n", err)
	return ended
}

func (j *job) writePage(ctx context.Context, file string, source func(string) string) error {
	if j.unkept {
		return errors.New("the page is made of the stored run, and no report was written")
	}
	run, err := stored.Open(j.project.OnDisk(j.project.Reports), j.name)
	if err != nil {
		return err
	}
	options := page.Options{Prices: map[string]*score.PriceList{}, Source: source}
	for _, s := range j.suites {
		options.Prices[s.Name] = s.Prices
	}
	return disk.Stream(file, 0o644, func(w io.Writer) error { return page.Write(ctx, w, run, options) })
}
