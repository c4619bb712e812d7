package console

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// AddGitLines adds lines of .gitignore and .gitattributes after a command has written into a project, and prints what
// it added or could not add. Failure is never an error of the command. In CI, where nobody would commit them, it does
// nothing.
func (a *App) AddGitLines(ctx context.Context, p *project.Project, command string, ci bool) {
	if ci || p.Dir == "" {
		return
	}
	done, err := git.AddFiles(ctx, p, command)
	for _, outcome := range done {
		fmt.Fprintf(a.Stderr, "beaver-eval: %v\n", outcome)
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintf(a.Stderr, "beaver-eval: .gitignore and .gitattributes may lack lines, and none can be added: %v\n",
			err)
	}
}
