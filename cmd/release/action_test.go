//go:build unix

package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// runner is a machine of GitHub on which the steps of action.yml run, with stand-ins for what asks a network.
type runner struct {
	*testing.T
	dir  string // the project
	bin  string // the first folder of PATH
	temp string
	step map[string]*strict.Node
}

func newRunner(t *testing.T) runner {
	text, err := os.ReadFile(filepath.Join(clone, "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	root, err := strict.ParseYAML("action.yml", text)
	if err != nil {
		t.Fatal(err)
	}
	r := runner{t, t.TempDir(), t.TempDir(), t.TempDir(), map[string]*strict.Node{}}
	for _, step := range root.Get("runs").Get("steps").Items {
		if name := step.Get("name"); name != nil {
			r.step[name.Text] = step
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r.stand("beaver-eval", asProgram+"=1 exec '"+self+"' \"$@\"")
	return r
}

// stand writes a program of a shell script.
func (r runner) stand(name, script string) {
	r.Helper()
	if err := os.WriteFile(filepath.Join(r.bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
		r.Fatal(err)
	}
}

// does runs a step, which has to end with an exit code, and returns its output.
func (r runner) does(step string, code int, env ...string) string {
	r.Helper()
	root, err := filepath.Abs(clone)
	if err != nil {
		r.Fatal(err)
	}
	s := r.step[step]
	if s == nil {
		r.Fatalf("action.yml has no step %s", step)
	}
	script := strings.ReplaceAll(s.Get("env").Get("STEP").Text, "${{ github.action_path }}", root)
	cmd := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Get("run").Text)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), append([]string{
		"CI=true", "GITHUB_ACTIONS=true", "STEP=" + script, "PATH=" + r.bin + ":" + os.Getenv("PATH"),
		"RUNNER_TEMP=" + r.temp,
		"OUT=" + filepath.Join(r.temp, "out"), "GITHUB_STEP_SUMMARY=" + filepath.Join(r.temp, "summary"),
		"GITHUB_PATH=" + filepath.Join(r.temp, "path"), "GITHUB_REPOSITORY=o/r", "GITHUB_WORKSPACE=" + r.dir, "ARGS=",
	}, env...)...)
	out, err := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != code {
		r.Fatalf("%s: exit code %d, want %d, %v\n%s", step, got, code, err, out)
	}
	return string(out)
}

func (r runner) read(name string) string {
	r.Helper()
	text, err := os.ReadFile(filepath.Join(r.temp, name))
	if err != nil {
		r.Fatal(err)
	}
	return string(text)
}

// The archive of a release is used if its digest is the one of the release, and that of the input if there is one.
func TestActionInstalls(t *testing.T) {
	t.Parallel()
	r, served := newRunner(t), t.TempDir()
	r.stand("curl", "for last; do :; done\nwhile [ \"$1\" != --output ]; do shift; done\n"+
		`cp "`+served+`/${last##*/}" "$2"`)
	archive, err := tarGz([]file{{"beaver-eval", 0o755, []byte("#!/bin/sh\necho installed\n")}}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	const name = "beaver-eval_1.2.3_linux_amd64.tar.gz"
	sums := fmt.Sprintf("%x  %s\n", sha256.Sum256(archive), name)
	serve := func(name, text string) {
		if err := os.WriteFile(filepath.Join(served, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	serve(name, string(archive))
	serve("checksums.txt", sums)
	install := func(code int, env ...string) string {
		t.Helper()
		usual := []string{"VERSION=v1.2.3", "CHECKSUMS=", "RUNNER_OS=Linux", "RUNNER_ARCH=X64"}
		return r.does("install", code, append(usual, env...)...)
	}
	install(0, fmt.Sprintf("CHECKSUMS=%x", sha256.Sum256([]byte(sums))))
	program := filepath.Join(strings.TrimSpace(r.read("path")), "beaver-eval")
	if out, err := exec.Command(program).Output(); string(out) != "installed\n" {
		t.Errorf("%s: %q, %v", program, out, err)
	}
	for says, env := range map[string][]string{
		"is no release such as v1.2.3":      {"VERSION=v1.2.3/../x"},
		"is not the one named by the input": {"CHECKSUMS=00"},
		"cannot be fetched":                 {"RUNNER_OS=macOS"},
		"there is no release for RISCV":     {"RUNNER_ARCH=RISCV"},
	} {
		if out := install(2, env...); !strings.Contains(out, says) {
			t.Errorf("%v: %s", env, out)
		}
	}
	serve(name, string(archive)+"x")
	if out := install(2); !strings.Contains(out, name+" is not the file that checksums.txt of v1.2.3 names") {
		t.Error(out)
	}
}

// A project whose prompt has been edited fails, with the edit in summary and annotation; once accepted, the change is
// what the comment says, and there is one comment.
func TestActionRuns(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("the commands of this test are those of Linux")
	}
	r := newRunner(t)
	program := filepath.Join(r.bin, "beaver-eval")
	run(t, r.dir, program, "init", "--demo", "shop")
	r.dir = filepath.Join(r.dir, "shop")
	git := func(args ...string) {
		run(t, r.dir, append([]string{"git", "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	}
	git("init", "-qb", "main")
	git("add", ".")
	git("commit", "-qm", "a")
	git("update-ref", "refs/remotes/origin/main", "main")
	git("switch", "-qc", "edit")
	r.does("run", 0, "ARGS=--quiet")
	edit(t, r.dir)
	if out := r.does("run", 1); !strings.Contains(out, "::error") {
		t.Errorf("no annotation:\n%s", out)
	}
	r.does("export", 0)
	if !strings.Contains(r.read("summary"), "beaver-eval") || !strings.Contains(r.read("out/junit.xml"), "<failure") ||
		!strings.Contains(r.read("out/report.html"), "<html") {
		t.Errorf("the export is not whole: %s", r.read("summary"))
	}
	run(t, r.dir, "sh", "-c", "CI= '"+program+"' run; CI= '"+program+"' accept --all")
	git("commit", "-qam", "b")
	r.does("changes", 0, "GITHUB_BASE_REF=main")
	if text := r.read("out/changes.md"); !strings.HasPrefix(text, "<!-- beaver-eval changes -->") ||
		!strings.Contains(text, "Mind the shop") {
		t.Errorf("changes.md: %s", text)
	}
	asked := filepath.Join(r.temp, "gh")
	for id, want := range map[string]string{
		"":   "--method POST repos/o/r/issues/7/comments ",
		"41": "--method PATCH repos/o/r/issues/comments/41 ",
	} {
		r.stand("gh", `echo "$@" >>'`+asked+`'; case "$*" in *--paginate*) echo `+id+`;; esac`)
		r.does("comment", 0, "NUMBER=7", "GH_TOKEN=t")
		if !strings.Contains(r.read("gh"), want) {
			t.Errorf("comment %q: %s", id, r.read("gh"))
		}
	}
}

// edit adds a sentence to what the demo tells its agent.
func edit(t *testing.T, dir string) {
	t.Helper()
	name := filepath.Join(dir, "fixtures", "conversations", "order-status.yaml")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "Be brief.", "Be brief. Mind the shop.", 1)
	if err := os.WriteFile(name, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What others wrote is pinned by its digest, and no script holds an expression, which is code that others may write.
func TestActionIsCareful(t *testing.T) {
	for _, name := range []string{"action.yml", ".github/workflows/release.yml"} {
		text, err := os.ReadFile(filepath.Join(clone, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		uses := regexp.MustCompile(`uses: (.*)`).FindAllStringSubmatch(string(text), -1)
		for _, use := range uses {
			if !regexp.MustCompile(`^actions/[a-z-]+@[0-9a-f]{40} # v[0-9.]+$`).MatchString(use[1]) {
				t.Errorf("%s: %s is not pinned by its digest, or not GitHub's", name, use[1])
			}
		}
		if len(uses) == 0 || regexp.MustCompile(`run: .*\$\{\{`).Match(text) {
			t.Errorf("%s: %d actions; or an expression in a script", name, len(uses))
		}
	}
}
