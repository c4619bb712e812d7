package initialize

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// writer writes files that do not exist yet.
type writer struct {
	project      *project.Project
	wrote, stays []string // relative to the project's root
}

// has reports whether a file of this name exists, or of a suite's other spelling.
func (w *writer) has(name string) bool {
	for _, n := range []string{name, strings.TrimSuffix(name, ".yaml") + ".yml"} {
		if _, err := os.Lstat(w.project.OnDisk(n)); !errors.Is(err, fs.ErrNotExist) {
			return true
		}
	}
	return false
}

// isNew reports whether a file was written just now.
func (w *writer) isNew(name string) bool { return slices.Contains(w.wrote, name) }

// told prints which files were written and which stay.
func (a *initApp) told(w *writer) error {
	for _, name := range w.wrote {
		fmt.Fprintf(a.Stdout, "wrote  %s\n", name)
	}
	for _, name := range w.stays {
		fmt.Fprintf(a.Stdout, "stays  %s (it is there already)\n", name)
	}
	_, err := a.Stdout.Write(nil)
	return err
}

// put writes a file unless there is one.
func (w *writer) put(name, text string) error {
	if w.has(name) {
		w.stays = append(w.stays, name)
		return nil
	}
	disk := w.project.OnDisk(name)
	if err := os.MkdirAll(filepath.Dir(disk), 0o777); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	f, err := os.OpenFile(disk, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666) // never one made by others in the meantime
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	_, err = f.WriteString(text)
	if err = errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.wrote = append(w.wrote, name)
	return nil
}

// app writes the project of an application, with what trying it has shown.
func (w *writer) app(s start, o *outcome) error {
	stages := stagesOf(o.requests)
	return errors.Join(w.root(), w.put(w.suiteOf(systemApp), suite(o, stages)),
		w.put(w.caseOf(systemApp), firstCase(stages)), w.recipe(s))
}

// beaver writes the project of the built-in system.
func (w *writer) beaver() error {
	first, err := fs.ReadFile(starter.Files(), "fixtures/conversations/order-status.yaml")
	if err != nil {
		return err
	}
	return errors.Join(w.root(), w.put(w.suiteOf(systemBeaver), text("beaver-suite.yaml")),
		w.put(w.caseOf(systemBeaver), string(first)), w.recipe(start{}))
}

func (w *writer) root() error { return w.put(project.RootFile, text("root.yaml")) }

// suiteOf returns the file of a system's suite.
func (w *writer) suiteOf(system string) string { return path.Join(w.project.Suites, system+".yaml") }

// caseOf returns the file of a system's one case.
func (w *writer) caseOf(system string) string {
	return path.Join(w.project.Fixtures, "conversations", system, caseFile)
}

// recipe writes the CI file, if the repository's root is the project's.
func (w *writer) recipe(s start) error {
	if _, err := os.Stat(w.project.OnDisk(".git")); err != nil {
		return nil
	}
	return w.put(".github/workflows/prompts.yml", text("prompts.yml", "language", s.language.steps()))
}
