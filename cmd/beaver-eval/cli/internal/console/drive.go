package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
	"github.com/beaver-eval/beaver-eval/suites/driven"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// CutCommand separates the arguments of a verb from the command after --, which drives an application; nil: there is
// none.
func CutCommand(args []string, dash int) (names, command []string, err error) {
	if dash < 0 {
		return args, nil, nil
	}
	if dash == len(args) {
		return nil, nil, errors.New("-- is followed by a command that runs the application's own tests, such as " +
			"npm test")
	}
	return args[:dash], args[dash:], nil
}

// Driver drives an application, until its tests have ended. failed says that some have failed.
type Driver func(ctx context.Context, s *driven.Session) (failed, err error)

// ToDrive returns the one suite that a command can drive. live says that a server answers it.
func ToDrive(loaded []*project.Suite, live bool) (*project.Suite, error) {
	if len(loaded) != 1 {
		return nil, errors.New("-- COMMAND drives one suite: name it with --suite")
	}
	s := loaded[0]
	if _, ok := s.Pipeline().(pipeline.Drivable); !ok || live {
		return nil, fmt.Errorf("-- COMMAND needs a suite with system: app and without a server; %s has %s",
			s.Name, s.System)
	}
	return s, nil
}

// Drive lets tests drive the application of a suite, answers its requests, and makes them the cases of the suite; it
// returns their ids. failed says that tests have failed. A driver that returns at the end of ctx without an error was
// interrupted: then cases that have not ended are none.
func (a *App) Drive(ctx context.Context, s *project.Suite, by Driver, judge driven.Judge) (ids []string,
	failed, err error) {
	tell := func(warning string) { fmt.Fprintf(a.Stderr, "beaver-eval: %s: %s\n", s.Name, warning) }
	lasting := context.WithoutCancel(ctx) // an interrupted run judges what has ended
	session, err := driven.Open(lasting, s, slices.Sorted(maps.Keys(a.Systems)), judge, tell)
	if err != nil {
		return nil, nil, err
	}
	failed, err = by(ctx, session)
	ids, closing := session.Close(ctx.Err() != nil)
	if err := errors.Join(err, closing); err != nil {
		return nil, nil, err
	}
	a.TellRefused()
	return ids, failed, nil
}

// Uncompared judges a case that is going to be accepted: by its errors and failed expectations.
func (a *App) Uncompared(ctx context.Context, s *project.Suite, src fixtures.Source) (bool, string, error) {
	res, err := runner.One(ctx, s, src, a.Systems, runner.Options{})
	if err != nil {
		return false, "", err
	}
	var b strings.Builder
	for _, err := range res.Errors {
		fmt.Fprintln(&b, a.Screen.People(err.Error()))
	}
	for _, what := range res.Failures {
		fmt.Fprintln(&b, a.Screen.People(what))
	}
	return b.Len() == 0, b.String(), nil
}

// longestLine is the most bytes of a line of the tests' output: each printed line is searched for secrets.
const longestLine = 64 << 10

// Command returns the driver that runs a command of tests in a folder; empty: this one. Its output goes to standard
// error: standard output is the run's.
func (a *App) Command(command []string, dir string) Driver {
	return func(ctx context.Context, s *driven.Session) (failed, err error) {
		return a.Tests(ctx, command, dir, s, a.Stderr.W)
	}
}

// Proxied is a proxy that answers tests.
type Proxied interface {
	Vars() map[string]string  // for their environment
	Shown(text string) string // without what differs from run to run
}

// Tests runs a command of tests in a folder, with its output on out. failed says that it ended with another exit code
// than 0.
func (a *App) Tests(ctx context.Context, command []string, dir string, d Proxied, to io.Writer) (failed, err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = dir
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out := &Writer{W: to, Longest: longestLine, Change: func(line string) string {
		return a.Stderr.Change(d.Shown(line))
	}}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out, out
	cmd.Env = cmd.Environ()
	vars := d.Vars()
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		cmd.Env = append(cmd.Env, name+"="+vars[name])
	}
	err = errors.Join(runGuarded(ctx, cmd), out.Flush())
	ended, is := errors.AsType[*exec.ExitError](err)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case is:
		return &Error{Code: Gate, Err: fmt.Errorf("%s: %w", command[0], ended)}, nil
	case err != nil:
		return nil, fmt.Errorf("-- %s: %w", command[0], err)
	}
	return nil, nil
}

// runGuarded runs a command that ends with this process, however that ends. Processes left by an interrupted command
// are killed; those of one that ended by itself may stay, such as a build daemon.
func runGuarded(ctx context.Context, cmd *exec.Cmd) error {
	mark := program.NewMark()
	cmd.Env = append(cmd.Env, program.Variable+"="+mark)
	ended, err := program.Beside(cmd, mark)
	if err != nil {
		return err
	}
	defer ended()
	err = cmd.Wait()
	if ctx.Err() != nil {
		program.KillMarked(mark)
	}
	return err
}
