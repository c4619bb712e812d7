// Package cli is the command line of beaver-eval. A program that tests systems of its own calls Main with them.
//
// Stable: other programs import this package; its API does not change (docs/own-system.md).
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

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/faults"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/initialize"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/record"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/run"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// ExitHarness is the exit code of a fault of the harness or of a system under test, or of output that cannot be
// written.
const ExitHarness = console.Harness

// Main runs the command line: args without the program's name, and the systems that cases can run on. It returns the
// exit code. It never panics.
func Main(args []string, systems ...pipeline.System) int {
	signal.Ignore(syscall.SIGPIPE) // a closed reader is a write error, like a full disk
	ctx, stop := console.UntilSignal()
	defer stop()
	return Call(ctx, os.Stdout, os.Stderr, args, systems...)
}

// MainWithQueue is Main with a queue.
func MainWithQueue(queue Queue, args []string, systems ...pipeline.System) (code int) {
	signal.Ignore(syscall.SIGPIPE) // see Main
	ctx, stop := console.UntilSignal()
	defer stop()
	defer console.Recovered(os.Stderr, &code)
	a := newApp(os.Stdout, os.Stderr, os.Getenv, systems...)
	a.queue = queue
	return a.main(ctx, args)
}

// Call is Main for a process that goes on afterwards, such as a test: it leaves signals alone, ends in order when ctx
// does, and prints to the writers. Folder, environment and standard input are those of the process.
func Call(ctx context.Context, stdout, stderr io.Writer, args []string, systems ...pipeline.System) (code int) {
	defer console.Recovered(stderr, &code)
	return newApp(stdout, stderr, os.Getenv, systems...).main(ctx, args)
}

// Command returns the commands of Main with the flags and help of each, for what is made of them, such as man pages.
// What it prints when it is executed goes nowhere.
func Command(systems ...pipeline.System) *cobra.Command {
	return newApp(io.Discard, io.Discard, os.Getenv, systems...).newRoot()
}

func (a *app) main(ctx context.Context, args []string) int {
	a.Args = args
	root := a.newRoot()
	root.SetArgs(args)
	started := time.Now()
	cmd, err := root.ExecuteContextC(ctx)
	err = verbError(err)
	a.TellRefused()
	a.TellWritten()
	err = a.Out.Finish(errors.Join(err, a.broken.Close(), a.CloseLogs(), a.Stdout.Flush(), a.Data.Flush()))
	run.NoteUnbegun(a.App, cmd, started, err)
	e, is := errors.AsType[*console.Error](err)
	switch {
	case err == nil, is && e.Err == nil: // everything has been printed
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(a.Stderr, "beaver-eval: interrupted")
	default:
		fmt.Fprintf(a.Stderr, "beaver-eval: %v\n", err)
		console.TellPanic(a.Stderr, err)
	}
	if err := errors.Join(a.Stderr.Flush(), a.Runner.Flush()); err != nil {
		return max(console.Harness, console.ExitCode(err))
	}
	return console.ExitCode(err)
}

// verb runs a verb with its arguments, as the command line would.
func (a *app) verb(ctx context.Context, args ...string) error {
	root := a.newRoot()
	root.SetArgs(args)
	return root.ExecuteContext(ctx)
}

func (a *app) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "beaver-eval",
		Short: "Test the prompts of agent systems offline",
		Long: `beaver-eval replays conversations through agent systems, checks every messages array that they assemble against
goldens, and shows what changed. It needs no network and no model server.

` + console.ExitHelp,
		Example: `  beaver-eval run                    # replay every suite, check the prompts, print a table
  beaver-eval run --demo             # the same with the small project inside this program
  beaver-eval show refund/turn-1     # the calls of a turn as they were sent
  beaver-eval accept --all           # make the changed prompts the new goldens`,
		SilenceUsage:      true,
		SilenceErrors:     true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		if err := console.CheckFlags(cmd); err != nil {
			return err
		}
		a.SweepFolders(cmd)
		return a.RecoverImports(cmd, args)
	}
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	root.PersistentFlags().StringVar(&a.Root, "root", "",
		"the project's `folder` (default: the nearest one upward with "+project.RootFile+", else this one)")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	var queue run.Queue
	if a.queue != nil {
		queue = func(ctx context.Context, q run.Queued) error { return a.queue.Run(ctx, QueuedRun(q)) }
		root.AddCommand(a.queue.Verbs()...)
	}
	root.AddCommand(run.New(a.App, queue), run.NewProxy(a.App))
	root.AddCommand(record.New(a.App))
	root.AddCommand(faults.New(a.App))
	root.AddCommand(review.New(a.App)...)
	root.AddCommand(a.newShow(), a.newList(), a.newCheck(), a.newImport(), newReport(a.App),
		newCompare(a.App), initialize.New(a.App, run.Whole, a.verb))
	root.AddCommand(a.newVersion(), a.newCompletion(), console.NewExitCodes())
	return root
}
