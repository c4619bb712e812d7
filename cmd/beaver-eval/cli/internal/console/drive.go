package console

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
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

// Drive runs the command that drives an application, answers its requests, and makes them the cases of the one suite;
// it returns their ids. failed says that the command failed. live says that a server answers the suite.
func (a *App) Drive(ctx context.Context, loaded []*project.Suite, command []string, live bool) (ids []string,
	failed, err error) {
	if len(loaded) != 1 {
		return nil, nil, errors.New("-- COMMAND drives one suite: name it with --suite")
	}
	s := loaded[0]
	sys, ok := s.Pipeline().(pipeline.Drivable)
	if !ok || live {
		return nil, nil, fmt.Errorf("-- COMMAND needs a suite with system: app and without a server; %s has %s",
			s.Name, s.System)
	}
	names := slices.Sorted(maps.Keys(a.Systems))
	d, err := sys.Drive(runner.DrivenCases(ctx, s, names))
	if err != nil {
		return nil, nil, err
	}
	failed, err = a.tests(ctx, command, d)
	if err := errors.Join(err, d.Close()); err != nil {
		return nil, nil, err
	}
	a.TellRefused()
	known, err := s.IDs(ctx)
	if err != nil {
		return nil, nil, err
	}
	ids = d.Names()
	s.RunOn(d.System(), runner.UnknownCases(known, slices.Clone(ids)))
	return ids, failed, nil
}

// longestLine is the most bytes of a line of the tests' output: each printed line is searched for secrets.
const longestLine = 64 << 10

// tests runs a command with its output on standard error: standard output is the run's.
func (a *App) tests(ctx context.Context, command []string, d pipeline.Drive) (failed, err error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 5 * time.Second
	out := &Writer{W: a.Stderr.W, Longest: longestLine, Change: func(line string) string {
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
