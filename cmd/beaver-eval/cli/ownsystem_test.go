package cli_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A team's own agent: a module outside the repository that imports the command line and adds a system to it.
func TestOwnSystem(t *testing.T) {
	dir := t.TempDir()
	program := buildOwn(t, dir)
	project := filepath.Join(dir, "project")
	if err := os.CopyFS(project, os.DirFS("testdata/ownsystem/project")); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		args []string
		code int
		want []string
	}{
		{[]string{"run"}, 1, []string{"new      helpdesk/opening-hours  3 calls, no golden yet", "answer            3      1  33.3%  timeout 1"}},
		{[]string{"accept", "--all"}, 0, []string{"helpdesk/opening-hours: 3 calls"}},
		{[]string{"run"}, 0, []string{"helpdesk", "scripted: 3 answers"}},
		{[]string{"check"}, 0, []string{"3 files, 3 ok, 0 problems"}},
		{[]string{"show", "opening-hours/turn-2"}, 0, []string{
			"=== helpdesk/opening-hours/turn-2/answer", "[Role ", "When do you open?", "At nine.", "[Question ", "And on Sundays?", "--- answer (scripted)\nWe are closed on Sundays.",
		}},
		{[]string{"list", "stages"}, 0, []string{"the user is told to call again"}},
		{[]string{"run", "--builtin"}, 2, []string{`there is no system "beaver"`}},
	} {
		out, code := execute(t, project, program, step.args...)
		if code != step.code {
			t.Errorf("%v: exit code %d, want %d\n%s", step.args, code, step.code, out)
		}
		for _, want := range step.want {
			if !strings.Contains(out, want) {
				t.Errorf("%v: no %q in\n%s", step.args, want, out)
			}
		}
	}
}

// buildOwn builds the program in a module of its own, with the repository's modules and without a network.
func buildOwn(t *testing.T, dir string) (program string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	copyFile(t, filepath.Join(dir, "main.go"), "testdata/ownsystem/main.go.txt")
	copyFile(t, filepath.Join(dir, "go.sum"), filepath.Join(root, "go.sum"))
	mod := strings.Replace(readText(t, filepath.Join(root, "go.mod")), "module github.com/beaver-eval/beaver-eval\n",
		"module example.org/helpdesk-eval\n\nreplace github.com/beaver-eval/beaver-eval => "+root+"\n\nrequire github.com/beaver-eval/beaver-eval v0.0.0\n", 1)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o600); err != nil {
		t.Fatal(err)
	}
	program = filepath.Join(dir, "helpdesk-eval")
	if out, code := execute(t, dir, "go", "build", "-mod=mod", "-o", program, "."); code != 0 {
		t.Fatalf("go build: exit code %d\n%s", code, out)
	}
	return program
}

// execute runs a command away from CI and gives all that it printed.
func execute(t *testing.T, dir, command string, args ...string) (out string, code int) {
	t.Helper()
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), "CI=", "GOPROXY=off", "GOFLAGS=", "GOWORK=off")
	text, err := cmd.CombinedOutput()
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return string(text), e.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(text), 0
}

func copyFile(t *testing.T, to, from string) {
	t.Helper()
	if err := os.WriteFile(to, []byte(readText(t, from)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readText(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
