package runner_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems/systemstest"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// The repository's own cases give the same bytes, pending goldens and trace, whatever the number of workers and however
// often they run. Short tests run some of them, and only a second time, with the most workers.
func TestSameBytesWithAnyNumberOfWorkers(t *testing.T) {
	want := bytesOfRun(t, 1)
	if len(want) < 20 {
		t.Fatalf("only %d files: are these the repository's cases?", len(want))
	}
	again := []int{1, 16, 3}
	if testing.Short() {
		again = []int{16}
	}
	for _, workers := range again {
		if d := cmp.Diff(want, bytesOfRun(t, workers)); d != "" {
			t.Errorf("%d workers (-first run +this run):\n%.4000s", workers, d)
		}
	}
}

// bytesOfRun runs a copy of the repository's cases that has no goldens; it gives every file that the run writes, by
// name.
func bytesOfRun(t *testing.T, workers int) map[string]string {
	t.Helper()
	dir := t.TempDir()
	for _, folder := range []string{"fixtures", "suites"} {
		if err := copyData(filepath.Join(dir, folder), os.DirFS(filepath.Join("..", "..", folder))); err != nil {
			t.Fatal(err)
		}
	}
	p, err := project.Open(os.DirFS(dir), dir)
	if err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	w := export.NewWriter(&lines)
	known, err := systemstest.ByName()
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := project.Load(t.Context(), p, known, nil, "")
	if err != nil {
		t.Fatal(err)
	}
	o := runner.Options{Workers: workers, Compare: true, Keep: &goldens.Run{Name: "r"}}
	if testing.Short() {
		o.Cases.Globs = []string{"[as]*"}
	}
	if err := runner.Run(t.Context(), loaded, known, o, w.Write); err != nil {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"trace": lines.String()}
	err = fs.WalkDir(p.FS, "goldens", func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(p.FS, file)
		files[file] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// copyData copies a folder without the program's own source in it.
func copyData(dir string, fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || path.Ext(file) == ".go" {
			return err
		}
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			return err
		}
		target := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		return os.WriteFile(target, data, 0o600)
	})
}
