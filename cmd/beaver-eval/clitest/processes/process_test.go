package processes_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// trials returns the number of trials in a test of kills or of concurrent commands: many in make soak, a few in CI, and
// fewer in a short test.
func trials(fewer, few, many int) int {
	switch {
	case os.Getenv("BEAVER_EVAL_SOAK") != "":
		return many
	case testing.Short():
		return fewer
	}
	return few
}

// process is a command of the program, in a process of its own.
type process struct {
	*exec.Cmd
	out, err bytes.Buffer
}

// begin starts a command in a project, outside of CI.
func begin(t *testing.T, dir string, args ...string) *process {
	t.Helper()
	p := prepared(dir, append([]string{"beaver-eval"}, args...)...)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	return p
}

// prepared returns a command in a folder, outside of CI, not yet started.
func prepared(dir string, command ...string) *process {
	p := &process{Cmd: exec.Command(command[0], command[1:]...)}
	p.Dir, p.Stdout, p.Stderr = dir, &p.out, &p.err
	p.Env = append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	return p
}

// end waits for the command and returns its exit code; -1 when a signal ended it.
func (p *process) end(t *testing.T) int {
	t.Helper()
	err := p.Wait()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatalf("%v: %v", p.Args[1:], err)
	}
	return p.ProcessState.ExitCode()
}

// does runs a command that has to end with one of some exit codes.
func does(t *testing.T, dir string, codes []int, args ...string) *process {
	t.Helper()
	p := begin(t, dir, args...)
	if code := p.end(t); !slices.Contains(codes, code) {
		t.Fatalf("%v: exit code %d, want one of %v\n%s%s", args, code, codes, &p.out, &p.err)
	}
	return p
}

// chats returns a file of n conversations whose answers end in a word.
func chats(t *testing.T, n int, word string) string {
	t.Helper()
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b,
			`{"messages":[{"role":"user","content":"Question %d"},{"role":"assistant","content":"Answer %d, %s"},{"role":"user","content":"And then?"},{"role":"assistant","content":"%s"}]}`+"\n", i, i, word, word)
	}
	file := filepath.Join(t.TempDir(), word+".jsonl")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// imported returns a new project with the conversations of a file as the suite set.
func imported(t *testing.T, file string) string {
	t.Helper()
	dir := t.TempDir()
	does(t, dir, []int{0}, "import", "--format", "openai-chat", "--name", "set", file)
	return dir
}

// data returns the files below some folders of a project, by their slash-separated paths. The folders need not exist.
func data(t *testing.T, dir string, folders ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	for _, folder := range folders {
		err := filepath.WalkDir(filepath.Join(dir, folder), func(name string, e fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || e.IsDir() {
				return err
			}
			text, err := os.ReadFile(name)
			rel, _ := filepath.Rel(dir, name)
			files[filepath.ToSlash(rel)] = string(text)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// hidden returns the names of hidden files and folders, and of unfinished rows, anywhere below a folder: a finished
// command leaves none.
func hidden(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if name != dir && (strings.HasPrefix(e.Name(), ".") || strings.HasSuffix(e.Name(), ".tmp")) {
			found = append(found, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// wantGone fails if a finished command left anything behind.
func wantGone(t *testing.T, dir string) {
	t.Helper()
	if left := hidden(t, dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// wantOneOf fails unless got is one of some states of all files.
func wantOneOf(t *testing.T, got map[string]string, states ...map[string]string) {
	t.Helper()
	if !slices.ContainsFunc(states, func(s map[string]string) bool { return maps.Equal(s, got) }) {
		t.Errorf("half of something: %v", slices.Sorted(maps.Keys(got)))
	}
}

// took returns how long a command takes, from its start to its end.
func took(t *testing.T, dir string, codes []int, args ...string) time.Duration {
	t.Helper()
	begun := time.Now()
	does(t, dir, codes, args...)
	return time.Since(begun)
}

// copied returns a copy of a project.
func copied(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}
