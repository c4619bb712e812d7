package ollama_test

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// project is a project in a folder of its own, with the server of its commands.
type project struct{ dir, host string }

// newProject copies a project from testdata.
func newProject(t *testing.T, name, host string) *project {
	t.Helper()
	return (&project{filepath.Join("testdata", name), host}).copied(t)
}

// copied returns a copy of a project.
func (p *project) copied(t *testing.T) *project {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(p.dir)); err != nil {
		t.Fatal(err)
	}
	return &project{dir, p.host}
}

// leave ends the use of any server: nothing listens at its address.
func (p *project) leave(t *testing.T) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p.host = l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}

// does runs a command, which has to end with an exit code, and returns its whole output.
func (p *project) does(t *testing.T, code int, args ...string) string {
	t.Helper()
	cmd := exec.Command("beaver-eval", args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "CI=", "GITHUB_ACTIONS=", "OLLAMA_HOST="+p.host)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if _, exited := errors.AsType[*exec.ExitError](err); err != nil && !exited {
		t.Fatalf("%v: %v", args, err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s", args, got, code, &out)
	}
	return out.String()
}

// says runs a command that has to end with an exit code, and to print some texts.
func (p *project) says(t *testing.T, code int, texts []string, args ...string) {
	t.Helper()
	out := p.does(t, code, args...)
	for _, text := range texts {
		if !strings.Contains(out, text) {
			t.Errorf("%v prints no %q:\n%s", args, text, out)
		}
	}
}

// record records a suite whose file does not name its set of recordings yet, which has to end with an exit code, and
// adds the requested line.
func (p *project) record(t *testing.T, code int, suite string) {
	t.Helper()
	p.says(t, code, []string{"suites/" + suite + ".yaml: add the line `recordings: " + suite + "`"}, "record")
	p.add(t, "suites/"+suite+".yaml", "recordings: "+suite)
}

// accept accepts all prompts of a run.
func (p *project) accept(t *testing.T) {
	t.Helper()
	p.does(t, 1, "run") // there are no goldens
	p.does(t, 0, "accept", "--all")
}

// add adds a line to the end of a file.
func (p *project) add(t *testing.T, file, line string) {
	t.Helper()
	p.write(t, file, p.read(t, file)+line+"\n")
}

// key returns the value of a line `key: value` of a file.
func (p *project) key(t *testing.T, file, key string) string {
	t.Helper()
	for line := range strings.Lines(p.read(t, file)) {
		if value, ok := strings.CutPrefix(line, key+": "); ok {
			return strings.TrimSpace(value)
		}
	}
	t.Fatalf("%s: no key %s", file, key)
	return ""
}

// cases returns the number of the project's cases.
func (p *project) cases(t *testing.T) int {
	t.Helper()
	return len(p.files(t, "fixtures/conversations/*.yaml"))
}

// replace replaces a text that occurs once in a file.
func (p *project) replace(t *testing.T, file, before, now string) {
	t.Helper()
	text := p.read(t, file)
	if n := strings.Count(text, before); n != 1 {
		t.Fatalf("%s: %q stands %d times in it", file, before, n)
	}
	p.write(t, file, strings.Replace(text, before, now, 1))
}

func (p *project) write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, file), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (p *project) read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// files returns the texts of the project's files that match a pattern, by name.
func (p *project) files(t *testing.T, pattern string) map[string]string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(p.dir, pattern))
	if err != nil || len(found) == 0 {
		t.Fatalf("%s finds %v (%v)", pattern, found, err)
	}
	texts := map[string]string{}
	for _, file := range found {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(file)] = string(text)
	}
	return texts
}

// lastRun returns the folder of the last run, below the project.
func (p *project) lastRun(t *testing.T) string {
	t.Helper()
	return filepath.Join("reports", strings.TrimSpace(p.read(t, "reports/latest")))
}
