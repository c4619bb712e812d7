package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/page"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// checkPage rejects a file that the page of the run cannot be written to.
func (o *runOptions) checkPage() error {
	switch {
	case o.html == "":
		return nil
	case o.html == "-":
		return errors.New("--html: name a file; afterwards, `beaver-eval report export --format html` writes to " +
			"standard output")
	case o.noReport || o.demo:
		return errors.New("--html excludes --no-report and --demo: the page is made of the stored run")
	}
	if info, err := os.Stat(o.html); err == nil && info.IsDir() {
		return fmt.Errorf("--html: %s is a folder; name a file", o.html)
	}
	return nil
}

// addPage writes the page of a run that has ended with an error or without, if it is wanted. It returns the error with
// the higher exit code, and prints the other one.
func (a *app) addPage(ctx context.Context, p *playing, ended error) error {
	if p.o.html == "" || !p.ended {
		return ended
	}
	if errors.Is(ended, context.Canceled) {
		ctx = context.WithoutCancel(ctx) // what has ended is shown
	}
	err := p.writePage(ctx)
	switch {
	case err == nil:
		return ended
	case console.ExitCode(ended) < console.Input: // at most a gate fails, and that is printed
		return fmt.Errorf("--html: %w", err)
	}
	fmt.Fprintf(a.Stderr, "beaver-eval: --html: %v\n", err)
	return ended
}

func (p *playing) writePage(ctx context.Context) error {
	if p.unkept {
		return errors.New("the page is made of the stored run, and no report was written")
	}
	run, err := stored.Open(p.project.OnDisk(p.project.Reports), p.name)
	if err != nil {
		return err
	}
	return disk.Stream(p.o.html, 0o644, func(w io.Writer) error { return page.Write(ctx, w, run) })
}
