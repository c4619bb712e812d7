// Package cli is the command line of beaver-eval. A program that tests systems of its own calls Main with them.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites"
)

// exitError ends the program with a code. With a nil error everything has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// fault marks an error of the harness.
func fault(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{ExitHarness, err}
}

// app is what the verbs share.
type app struct {
	systems map[string]pipeline.System
	screen  *screen
	out     *output // standard output behind the doors
	stdout  *door   // for people
	stderr  *door
	data    *door // standard output for machines: JSON
	runner  *door // standard error, for commands to the runner of GitHub Actions
	env     func(string) string
	root    string // --root
	args    []string
	kept    bool // the run has left its report
}

// Main runs the command line: args without the program's name, and the systems that cases can run on. It returns the
// exit code. It never panics.
func Main(args []string, systems ...pipeline.System) (code int) {
	defer recovered(os.Stderr, &code)
	signal.Ignore(syscall.SIGPIPE) // a reader that has gone away is an error of writing, like a full disk
	ctx, stop := untilSignal()
	defer stop()
	return newApp(os.Stdout, os.Stderr, os.Getenv, systems...).main(ctx, args)
}

func newApp(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *app {
	a := &app{systems: map[string]pipeline.System{}, env: env}
	for _, s := range systems {
		a.systems[s.Name()] = s
	}
	a.screen = &screen{runner: a.inGitHub(), masker: secrets.New()}
	a.out = &output{w: stdout}
	a.stdout, a.stderr = &door{w: a.out, change: a.screen.people}, &door{w: stderr, change: a.screen.people}
	a.data, a.runner = &door{w: a.out, change: a.screen.machines}, &door{w: stderr, change: a.screen.commands}
	return a
}

func (a *app) main(ctx context.Context, args []string) int {
	a.args = args
	root := a.newRoot()
	root.SetArgs(args)
	started := time.Now()
	cmd, err := root.ExecuteContextC(ctx)
	err = a.out.finish(errors.Join(err, a.stdout.Flush(), a.data.Flush()))
	a.noteUnbegun(cmd, started, err)
	e, is := errors.AsType[*exitError](err)
	switch {
	case err == nil, is && e.err == nil: // all is said
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.stderr, "beaver-eval: interrupted")
	default:
		fmt.Fprintf(a.stderr, "beaver-eval: %v\n", err)
		tellPanic(a.stderr, err)
	}
	if err := errors.Join(a.stderr.Flush(), a.runner.Flush()); err != nil {
		return max(ExitHarness, exitCode(err))
	}
	return exitCode(err)
}

// exitCode is what the program ends with after err.
func exitCode(err error) int {
	e, is := errors.AsType[*exitError](err)
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case is:
		return e.code
	}
	_, held := errors.AsType[*lockfile.HeldError](err)
	_, panicked := errors.AsType[*pipeline.PanicError](err)
	if held || panicked {
		return ExitHarness
	}
	return ExitInput // cobra's own errors are about usage, and most others about input
}

func (a *app) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "beaver-eval",
		Short: "Test the prompts of agent systems offline",
		Long: `beaver-eval replays conversations through agent systems, checks every messages array that they assemble against
goldens, and shows what changed. It needs no network and no model server.

` + exitCodes,
		Example: `  beaver-eval run                    # replay every suite, check the prompts, print a table
  beaver-eval run --builtin          # the same with the small project inside this program
  beaver-eval show refund/turn-1     # the calls of a turn as they were sent
  beaver-eval accept --all           # take the changed prompts as the new goldens`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := checkFlags(cmd); err != nil {
			return err
		}
		return a.recoverImports(cmd, args)
	}
	root.SetOut(a.stdout)
	root.SetErr(a.stderr)
	root.PersistentFlags().StringVar(&a.root, "root", "", "the project's `folder` (default: the nearest one upward with "+suites.RootFile+", else this one)")
	root.SetHelpCommand(newHelp())
	root.AddCommand(a.newRun(), a.newAccept(), a.newShow(), a.newList(), a.newCheck(), a.newImport(), a.newReport(),
		a.newVersion(), a.newCompletion(), newExitCodes())
	return root
}

// project is the project that a verb works on.
func (a *app) project() (*suites.Project, error) {
	p, err := a.opened(suites.FindProject(".", a.root))
	if _, none := errors.AsType[*suites.NotFoundError](err); none {
		return nil, fmt.Errorf("%w\nstart with `beaver-eval run --builtin`, which runs the small project inside this program", err)
	}
	return p, err
}

// opened notes whose secrets are not to be shown.
func (a *app) opened(p *suites.Project, err error) (*suites.Project, error) {
	if err == nil {
		a.screen.project = p
	}
	return p, err
}

// inCI reports whether to behave as in CI: nothing is written beside the goldens, and warnings about stale answers count.
func (a *app) inCI(yes, no bool) bool {
	if yes || no {
		return yes
	}
	return a.set("CI")
}

// inGitHub reports whether this is a job of GitHub Actions.
func (a *app) inGitHub() bool { return a.set("GITHUB_ACTIONS") }

// set reports whether a variable says yes.
func (a *app) set(name string) bool {
	switch a.env(name) {
	case "", "0", "false":
		return false
	}
	return true
}
