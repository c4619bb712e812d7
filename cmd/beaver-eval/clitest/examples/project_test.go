package examples_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// folder has the examples, each a project of its own.
const folder = "../../../../docs/examples"

// packages is the folder of the packages that examples import: the one that BEAVER_EVAL_EXAMPLES names, else the one
// that `npm ci` makes beside the examples. It is empty where there is none.
func packages(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("BEAVER_EVAL_EXAMPLES")
	if dir == "" {
		dir = filepath.Join(folder, "node_modules")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// project is a copy of an example, with the packages that it imports above it. The test is left out where the machine
// does not have what the example needs.
func (e example) project(t *testing.T) string {
	t.Helper()
	for _, program := range e.needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("docs/examples/%s needs %s, which is not there", e.name, program)
		}
	}
	root := t.TempDir()
	if e.npm {
		installed := packages(t)
		if installed == "" {
			t.Skipf("docs/examples/%s needs packages of npm: run npm ci in docs/examples, or set BEAVER_EVAL_EXAMPLES",
				e.name)
		}
		if err := os.Symlink(installed, filepath.Join(root, "node_modules")); err != nil {
			t.Skipf("docs/examples/%s needs a link to packages of npm: %v", e.name, err)
		}
	}
	dir := filepath.Join(root, e.name)
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(folder, e.name))); err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{"reports", ".beaver-eval.lock"} { // of somebody's own run
		if err := os.RemoveAll(filepath.Join(dir, left)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
		if _, notes, code := execute(t, dir, "go", "list", "-deps", "."); code != 0 {
			t.Skipf("docs/examples/%s needs modules: run go mod download there (%.200s)", e.name, notes)
		}
	}
	return dir
}

// does runs a command of the program, which has to end with a code, and gives its standard output.
func does(t *testing.T, dir string, code int, args ...string) string {
	t.Helper()
	out, notes, got := execute(t, dir, "beaver-eval", args...)
	if got != code {
		t.Fatalf("beaver-eval %s: exit code %d, want %d\n%s%s", strings.Join(args, " "), got, code, out, notes)
	}
	return out
}

// execute runs a command away from CI and without a network.
func execute(t *testing.T, dir, command string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "CI=", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	var out, notes strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &notes
	err := cmd.Run()
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if ok {
		code = e.ExitCode()
	}
	return out.String(), notes.String(), code
}
