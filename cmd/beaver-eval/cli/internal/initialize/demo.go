package initialize

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// demo implements init --demo: it writes the built-in project into a folder, runs it, and explains the output.
func (a *initApp) demo(ctx context.Context, dir string) error {
	switch {
	case dir == "":
		return errors.New("DIR: an empty value; leave it out, or say which folder")
	case a.Root != "":
		return errors.New("--demo and --root exclude each other: name the folder, as in init --demo DIR")
	}
	if err := a.has(systemBeaver); err != nil {
		return err
	}
	if err := checkFree(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	p, err := a.Opened(project.Open(disk.DirFS(dir), dir))
	if err != nil {
		return err
	}
	w := &writer{project: p}
	err = fs.WalkDir(starter.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(starter.Files(), name)
		if err != nil {
			return err
		}
		return w.put(name, string(data))
	})
	if err := errors.Join(err, a.told(w)); err != nil {
		return console.Fault(err)
	}
	fmt.Fprintln(a.Stdout)
	if err := a.whole(ctx, a.App, dir); err != nil {
		return err
	}
	cd := ""
	if dir != "." {
		cd = "  cd " + console.Quoted(dir) + "\n"
	}
	_, err = fmt.Fprint(a.Stdout, text("demo.txt", "cd", cd))
	return console.Fault(err)
}

// checkFree returns an error if a folder contains anything that makes it a project.
func checkFree(dir string) error {
	for _, name := range []string{project.RootFile, "suites", "fixtures", "goldens"} {
		_, err := os.Lstat(filepath.Join(dir, name))
		switch {
		case err == nil:
			return fmt.Errorf("%s is in the way; `beaver-eval init --demo DIR` writes the demo into another folder",
				filepath.Join(dir, name))
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	return nil
}
