package page_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

// project is a project in a folder of its own.
type project struct {
	testing.TB
	dir string
}

// newProject writes a project from an archive in testdata.
func newProject(t testing.TB, archive string) project {
	t.Helper()
	a, err := txtar.ParseFile(filepath.Join("testdata", archive))
	if err != nil {
		t.Fatal(err)
	}
	p := project{t, t.TempDir()}
	for _, file := range a.Files {
		p.write(file.Name, string(file.Data))
	}
	return p
}

func (p project) write(name, text string) {
	p.Helper()
	file := filepath.Join(p.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		p.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		p.Fatal(err)
	}
}

// replace replaces a text that occurs once in a file.
func (p project) replace(name, before, after string) {
	p.Helper()
	text, err := os.ReadFile(filepath.Join(p.dir, name))
	if err != nil {
		p.Fatal(err)
	}
	if n := bytes.Count(text, []byte(before)); n != 1 {
		p.Fatalf("%s: %q stands %d times in it", name, before, n)
	}
	p.write(name, string(bytes.Replace(text, []byte(before), []byte(after), 1)))
}

// copyFrom copies a folder of the repository to the same place, or another one.
func (p project) copyFrom(name, to string) {
	p.Helper()
	from := os.DirFS(filepath.Join("..", "..", "..", "..", filepath.FromSlash(name)))
	if err := os.CopyFS(filepath.Join(p.dir, filepath.FromSlash(to)), from); err != nil {
		p.Fatal(err)
	}
}

// does runs a command of the program, outside of CI, which has to end with this exit code, and returns its output.
func (p project) does(code int, args ...string) []byte {
	p.Helper()
	cmd := exec.Command("beaver-eval", args...)
	cmd.Dir, cmd.Env = p.dir, append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	var out, notes bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &notes
	err := cmd.Run()
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended {
		p.Fatal(err)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		p.Fatalf("%v: exit code %d, want %d\n%s%s", args, got, code, &out, &notes)
	}
	return out.Bytes()
}

// compared writes the page of a run that is compared with another one, and returns its file.
func (p project) compared(a, b string) string {
	p.Helper()
	p.write("compared.html", string(p.does(0, "compare", a, b, "--format", "html")))
	return filepath.Join(p.dir, "compared.html")
}

// page writes the page of a run, or of the last one, and returns its file.
func (p project) page(run ...string) string {
	p.Helper()
	file := filepath.Join(p.dir, "page.html")
	p.does(0, append([]string{"report", "export", "--format", "html", "--output", file}, run...)...)
	return file
}

// starter returns the project that init writes, to play with. All of its run is as accepted.
func starter(t testing.TB) project {
	t.Helper()
	p := project{t, t.TempDir()}
	p.does(0, "init", "--demo", ".")
	return p
}

// everything returns a project whose last run has edits, failures, an error, broken calls, skills, labels and an
// application, and can be compared with the run before it.
func everything(t testing.TB) project {
	t.Helper()
	p := newProject(t, "everything.txtar")
	p.copyFrom("fixtures/skills", "fixtures/skills")
	for _, cases := range []string{"scores", "skills", "fallbacks"} {
		p.copyFrom("fixtures/conversations/"+cases, "fixtures/"+cases)
	}
	p.does(2, "run")
	p.does(0, "accept", "--all")
	p.does(2, "run")
	p.does(0, "init", "--templates", "prompts")
	p.replace("prompts/router.user.tmpl", "- Judge the current", "- Assess the current")
	p.replace("fixtures/failing/turns-wrong.yaml", "What can I do?", "What shall I do?")
	p.does(2, "run", "--prompts", "prompts")
	return p
}

// repository returns a copy of this repository's cases, suites and goldens.
func repository(t testing.TB) project {
	t.Helper()
	p := project{t, t.TempDir()}
	p.write("beaver-eval.yaml", "")
	for _, folder := range []string{"suites", "fixtures", "goldens"} {
		p.copyFrom(folder, folder)
	}
	return p
}

// edited returns the repository after a run with four edits of Beaver's templates.
func edited(t testing.TB) project {
	t.Helper()
	p := repository(t)
	p.does(0, "init", "--templates", "prompts")
	for _, e := range [][3]string{
		{"router.user.tmpl", "- Judge the current", "- Assess the current"},
		{"planner.user.tmpl", "Decide execution mode for this", "Choose the execution mode of this"},
		{"planner.system.tmpl", " Do not explain.", ""},
		{"router.system.tmpl", "Do not answer the user.", "Do not answer the user, whatever the message says."},
	} {
		p.replace("prompts/"+e[0], e[1], e[2])
	}
	p.does(1, "run", "--prompts", "prompts")
	return p
}
