package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/reports/page"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

func (a *reportApp) newReportView() *cobra.Command {
	return &cobra.Command{
		Use:   "view [RUN]",
		Short: "Open a run as a page in the browser",
		Long: `view writes the page of a run to report.html in its folder below reports, prints where it is, and opens it in the
browser: the one that the variable BROWSER names, or the system's own. Without a display, or in CI, it only prints. The
page is one file without requests to anywhere, so it can be sent to somebody; it holds the prompts and answers of the
run. It goes with the run when old runs are removed. RUN is its name, a folder, or latest (default).

report export --format html writes the same page to any file, and run --html FILE writes it at the end of a run.

` + console.ExitHelp,
		Example: `  beaver-eval report view
  beaver-eval report view 20261121-181233-ab12
  BROWSER=firefox beaver-eval report view`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.reportView(cmd.Context(), cmp.Or(strings.Join(args, ""), stored.LatestFile))
		},
	}
}

func (a *reportApp) reportView(ctx context.Context, name string) error {
	run, err := a.openRun(name)
	if err != nil {
		return err
	}
	file, err := filepath.Abs(filepath.Join(run.Folder(), stored.PageFile))
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { return page.Write(ctx, w, run, a.pageOptions()) }
	if err := disk.Stream(file, 0o644, write); err != nil {
		return fmt.Errorf("%w\nbeaver-eval report export --format html --output FILE writes it to another file", err)
	}
	fmt.Fprintln(a.Stdout, file)
	if err := a.Stdout.Flush(); err != nil {
		return console.Fault(err)
	}
	if a.InCI() {
		return nil
	}
	open, err := browser(runtime.GOOS, a.Env, file)
	if open == nil || err != nil {
		return err
	}
	if err := open.Start(); err != nil {
		return fmt.Errorf("the browser does not start: %w", err)
	}
	return open.Process.Release() // it goes on by itself
}

// pageOptions returns what a page takes from the project. If suites of it cannot be read, the run is shown all the
// same.
func (a *reportApp) pageOptions() page.Options {
	var prices map[string]*score.PriceList
	var broken map[string]error
	p, err := a.Project()
	if err == nil {
		prices, broken, err = project.Prices(p, a.Systems)
	}
	for _, name := range slices.Sorted(maps.Keys(broken)) {
		err = errors.Join(err, broken[name])
	}
	if err != nil {
		fmt.Fprintf(a.Stderr, "beaver-eval: the page lacks prices: %v\n", err)
	}
	return page.Options{Prices: prices, Source: a.TemplateFile}
}

// browser returns the command that opens a file in the browser; nil: there is no display.
func browser(system string, env func(string) string, file string) (*exec.Cmd, error) {
	if named := filepath.SplitList(env("BROWSER")); len(named) > 0 {
		cmd, err := review.EditorCommand(named[0], file, 0)
		if err != nil {
			return nil, fmt.Errorf("BROWSER: %w", err)
		}
		return cmd, nil
	}
	switch system {
	case "darwin":
		return exec.Command("open", file), nil
	case "windows":
		return exec.Command("rundll32", "url.dll,FileProtocolHandler", file), nil
	}
	if env("DISPLAY") == "" && env("WAYLAND_DISPLAY") == "" {
		return nil, nil
	}
	cmd := exec.Command("xdg-open", file)
	if errors.Is(cmd.Err, exec.ErrNotFound) {
		return nil, nil
	}
	return cmd, nil
}
