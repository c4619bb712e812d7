package cli

import (
	"errors"
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/door"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/fixtures/regular"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// app is what the verbs share.
type app struct {
	systems map[string]pipeline.System
	screen  *door.Screen
	out     *exit.Output // standard output behind the doors
	stdout  *door.Writer // for people
	stderr  *door.Writer
	data    *door.Writer // standard output for machines: JSON
	runner  *door.Writer // standard error, for commands to the runner of GitHub Actions
	env     func(string) string
	root    string // --root
	args    []string
	kept    bool // the run has left its report
}

func newApp(stdout, stderr io.Writer, env func(string) string, systems ...pipeline.System) *app {
	a := &app{systems: map[string]pipeline.System{}, env: env}
	for _, s := range systems {
		a.systems[s.Name()] = s
	}
	a.screen = &door.Screen{Runner: a.inGitHub(), Masker: secrets.New()}
	a.out = &exit.Output{W: stdout}
	a.stdout, a.stderr = &door.Writer{W: a.out, Change: a.screen.People}, &door.Writer{W: stderr,
		Change: a.screen.People}
	a.data, a.runner = &door.Writer{W: a.out, Change: a.screen.Machines}, &door.Writer{W: stderr,
		Change: a.screen.Commands}
	return a
}

// project is the project that a verb works on.
func (a *app) project() (*project.Project, error) {
	p, err := a.opened(project.Find(".", a.root))
	if _, none := errors.AsType[*project.NotFoundError](err); none {
		return nil, fmt.Errorf("%w\nstart with `beaver-eval run --builtin`, which runs the small project inside this "+
			"program", err)
	}
	return p, err
}

// opened notes whose secrets are not to be shown.
func (a *app) opened(p *project.Project, err error) (*project.Project, error) {
	if err == nil {
		a.screen.Project = p
	}
	return p, err
}

// projectOrHere is the project to import into: the current folder where there is none yet.
func (a *app) projectOrHere() (*project.Project, error) {
	p, err := a.opened(project.Find(".", a.root))
	if _, none := errors.AsType[*project.NotFoundError](err); none {
		return a.opened(project.Open(regular.DirFS("."), "."))
	}
	return p, err
}

// inCI reports whether to behave as in CI: nothing is written beside the goldens, and warnings about stale answers
// count.
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
