// Package git runs the program git to read files at a revision or in the index and to find the commit that a change is
// compared with, and adds the lines of .gitignore and .gitattributes that a project needs.
package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Repository is the git repository in which a folder lies.
type Repository struct {
	git string // the program
	dir string // the folder; names of files are relative to it
}

// OpenRepository returns the repository of a folder on disk.
func OpenRepository(ctx context.Context, dir string) (*Repository, error) {
	git, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("the program git cannot be started: %w", err)
	}
	r := &Repository{git: git, dir: dir}
	inside, err := r.run(ctx, "rev-parse", "--is-inside-work-tree")
	if err == nil && inside != "true" {
		err = errors.New("it is not a work tree")
	}
	if err != nil {
		return nil, fmt.Errorf("the project is not in a git repository that can be read: %w", err)
	}
	return r, nil
}

// command returns a git command in the folder that never prompts for a password and avoids optional writes.
func (r *Repository) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, r.git, append([]string{"--literal-pathspecs"}, args...)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C", "GIT_TERMINAL_PROMPT=0", "GIT_OPTIONAL_LOCKS=0")
	return cmd
}

// run returns git's output without the final line end. Its error holds git's message.
func (r *Repository) run(ctx context.Context, args ...string) (string, error) {
	out, err := r.command(ctx, args...).Output()
	if err != nil {
		return "", said(ctx, err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// said returns an error of git with git's message.
func said(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		if text := strings.TrimSpace(string(e.Stderr)); text != "" {
			return fmt.Errorf("git: %s", strings.TrimPrefix(text, "fatal: "))
		}
	}
	return fmt.Errorf("git: %w", err)
}
