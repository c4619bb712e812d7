package run

import (
	"errors"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// openDemo opens the built-in project in a temporary folder that it writes: dir, set even with an error.
func (a *app) openDemo() (p *project.Project, dir string, err error) {
	if a.Root != "" {
		return nil, "", errors.New("--demo and --root exclude each other")
	}
	if dir, err = os.MkdirTemp("", "beaver-eval-demo-"); err != nil {
		return nil, "", err
	}
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		return nil, dir, err
	}
	p, err = a.Opened(project.Open(disk.DirFS(dir), dir))
	return p, dir, err
}
