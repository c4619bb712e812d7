// Package console holds the shared parts of the command line's verbs: exit codes and their errors, the writers that
// make all output harmless and free of secrets, the project with its filters, the handlers of a run's cases, and model
// servers.
package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// App holds the shared state of the verbs.
type App struct {
	Systems map[string]pipeline.System
	Screen  *Screen
	Out     *Output // the standard output of the Writers
	Stdout  *Writer // for people
	Stderr  *Writer
	Data    *Writer // standard output for machines: JSON
	Runner  *Writer // standard error, for commands to the runner of GitHub Actions
	Env     func(string) string
	Root    string // --root
	Args    []string
	Kept    bool // the run has left its report
	Queued  bool // the run is in a queue, and can go on

	program func() string // see programDigest; read once

	serving  []func() []server.State // of the servers that the verb asks
	noticing sync.Mutex              // guards bar
	bar      io.Writer               // a bar in progress, which lines are written above; nil: none

	logs    []io.Closer     // see FromLog
	refused map[string]bool // lines of TellRefused

	Exchange runner.Exchange // produces the transport faults that suites inject
}

// New returns the shared state of verbs: output, environment, and the systems that cases can run on.
func New(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *App {
	a := &App{Systems: map[string]pipeline.System{}, Env: env, refused: map[string]bool{},
		program: sync.OnceValue(programDigest)}
	for _, s := range systems {
		a.Systems[s.Name()] = s
	}
	a.Screen = &Screen{Runner: a.InGitHub(), Masker: secrets.New()}
	a.Out = &Output{W: stdout}
	a.Stdout, a.Stderr = &Writer{W: a.Out, Change: a.Screen.People}, &Writer{W: stderr,
		Change: a.Screen.People}
	a.Data, a.Runner = &Writer{W: a.Out, Change: a.Screen.Machines}, &Writer{W: stderr,
		Change: a.Screen.Commands}
	return a
}

// Project returns the project that a verb works on.
func (a *App) Project() (*project.Project, error) {
	p, err := a.Opened(project.Find(".", a.Root))
	if _, none := errors.AsType[*project.NotFoundError](err); none {
		return nil, fmt.Errorf("%w\nstart with `beaver-eval init`, which writes a small project for the program here; "+
			"`beaver-eval init --demo` writes one to play with", err)
	}
	return p, err
}

// Opened registers a project whose secrets must not be shown, and returns its arguments.
func (a *App) Opened(p *project.Project, err error) (*project.Project, error) {
	if err != nil {
		return p, err
	}
	a.Screen.Project = p
	for _, w := range []io.Writer{a.Stdout.W, a.Stderr.W} { // perhaps redirected into the project's folder
		if f, ok := w.(*os.File); ok {
			p.WritesItself(f)
		}
	}
	return p, nil
}

// ProjectOrHere returns the project to import into: the current folder if there is none yet.
func (a *App) ProjectOrHere() (*project.Project, error) {
	p, err := a.Opened(project.Find(".", a.Root))
	if _, none := errors.AsType[*project.NotFoundError](err); none {
		return a.Opened(project.Open(disk.DirFS("."), "."))
	}
	return p, err
}

// InCI reports whether the environment says that this is CI: then nothing is written beside the goldens, and stale
// answers fail the run.
func (a *App) InCI() bool { return a.set("CI") }

// InGitHub reports whether this is a job of GitHub Actions.
func (a *App) InGitHub() bool { return a.set("GITHUB_ACTIONS") }

// set reports whether a variable is set to true.
func (a *App) set(name string) bool {
	switch a.Env(name) {
	case "", "0", "false":
		return false
	}
	return true
}
