package processes_test

import (
	"errors"
	"fmt"
	"go/format"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// ownStep is a section of docs/own-system.md that shows files, or what commands print, or both.
type ownStep struct {
	title    string
	files    map[string]string // by name
	commands []ownCommand
}

// ownCommand is a console command with its output. A line … stands for any number of lines.
type ownCommand struct {
	args []string
	code int
	want []string
}

// The programs of docs/own-system.md are built and run: a team's own agent, in a module outside the repository that
// imports the command line and adds a system to it. The files of a step stay for later steps, unless these replace
// them.
func TestOwnSystem(t *testing.T) {
	t.Parallel()
	steps := ownSteps(t, readText(t, filepath.Join("..", "..", "..", "..", "docs", "own-system.md")))
	dir, project := t.TempDir(), t.TempDir()
	program := buildOwn(t, dir, steps)
	main, run := "", 0
	for _, s := range steps {
		if s.isProgram() {
			main = stepPackage(s)
		}
		for name, text := range s.files {
			if filepath.Ext(name) == ".yaml" {
				writeText(t, filepath.Join(project, filepath.FromSlash(name)), text)
			}
		}
		for _, c := range s.commands {
			run++
			out, code := execute(t, project, program, append([]string{main}, c.args...)...)
			if code != c.code {
				t.Errorf("%s: %v: exit code %d, want %d\n%s", s.title, c.args, code, c.code, out)
			}
			if err := printed(strings.Split(strings.TrimRight(out, "\n"), "\n"), c.want); err != nil {
				t.Errorf("%s: %v: %v\n%s", s.title, c.args, err, out)
			}
		}
	}
	if run < 20 {
		t.Errorf("only %d commands of docs/own-system.md were run", run)
	}
	out, code := execute(t, project, program, main, "run", "--demo")
	if code != 2 || !strings.Contains(out, `there is no system "beaver"`) {
		t.Errorf("run --demo: exit code %d\n%s", code, out)
	}
}

// The comparison with what a page shows can fail.
func TestPrinted(t *testing.T) {
	out := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		want []string
		ok   bool
	}{
		{[]string{"a", "b", "c", "d"}, true},
		{[]string{"…", "b", "…"}, true},
		{[]string{"a", "…", "d"}, true},
		{[]string{"…"}, true},
		{nil, false},
		{[]string{"a", "b"}, false},
		{[]string{"b", "…"}, false},
		{[]string{"…", "e", "…"}, false},
		{[]string{"…", "d", "c"}, false},
		{[]string{"a", "…", "a", "b", "c", "d"}, false},
		{[]string{"…", "b", "…", "d", "…", "c"}, false},
	} {
		if err := printed(out, c.want); (err == nil) != c.ok {
			t.Errorf("%q: %v", c.want, err)
		}
	}
}

// printed reports a difference between lines and the expected ones.
func printed(got, want []string) error {
	gap := false
	for i, w := range want {
		if w == "…" {
			gap = true
			continue
		}
		same := func(g string) bool { return strings.TrimRight(g, " ") == strings.TrimRight(w, " ") }
		at := slices.IndexFunc(got, same)
		if at < 0 || at > 0 && !gap {
			return fmt.Errorf("line %d of the page, %q, was not printed there", i+1, w)
		}
		got, gap = got[at+1:], false
	}
	if len(got) > 0 && !gap {
		return fmt.Errorf("%q and what follows is not on the page", got[0])
	}
	return nil
}

// ownSteps reads the page. A fence belongs to the file named in the line before it, as "`main.go`:".
func ownSteps(t *testing.T, page string) []ownStep {
	t.Helper()
	fence := regexp.MustCompile("(?ms)(?:^`([^`\n]+)`:\n\n)?^```([a-z]*)\n(.*?)^```$")
	command := regexp.MustCompile(`^\$ \./helpdesk-eval (.*?)(?:\s+# exit code (\d))?$`)
	var steps []ownStep
	for section := range strings.SplitSeq(page, "\n## ") {
		s := ownStep{files: map[string]string{}}
		s.title, _, _ = strings.Cut(section, "\n")
		for _, m := range fence.FindAllStringSubmatch(section, -1) {
			name, language, text := m[1], m[2], m[3]
			switch {
			case language == "console":
				for _, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
					c := command.FindStringSubmatch(line)
					switch {
					case c != nil:
						code, _ := strconv.Atoi(c[2]) // 0 if the page gives none
						s.commands = append(s.commands, ownCommand{args: words(c[1]), code: code})
					case line == "$ go build .":
					case strings.HasPrefix(line, "$") || len(s.commands) == 0:
						t.Fatalf("%s: this test does not run %q", s.title, line)
					default:
						last := &s.commands[len(s.commands)-1]
						last.want = append(last.want, line)
					}
				}
			case language == "go" && name == "":
				t.Fatalf("%s shows Go that belongs to no file", s.title)
			case name != "":
				s.files[name] = text
			}
		}
		if len(s.files) > 0 || len(s.commands) > 0 {
			steps = append(steps, s)
		}
	}
	return steps
}

// words splits a command line like a shell that knows only single quotes around whole words.
func words(line string) []string {
	var all []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(line, -1) {
		all = append(all, m[1]+m[2])
	}
	return all
}

// isProgram reports whether the step is a program of its own: its title begins with the number of the step.
func (s ownStep) isProgram() bool { return regexp.MustCompile(`^[0-9]\. `).MatchString(s.title) }

// stepPackage names the package that a step's program becomes.
func stepPackage(s ownStep) string { return "step" + s.title[:1] }

// buildOwn builds all programs of the page as one, in a module of its own, with the repository's modules and without a
// network. Linking one program takes a sixth of the time of six. Each program is a package, with the files of the steps
// before it that it does not replace, and the first argument chooses it.
func buildOwn(t *testing.T, dir string, steps []ownStep) (program string) {
	t.Helper()
	root, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]bool{}
	last, kept := "", map[string]string{}
	for _, s := range steps {
		if s.isProgram() {
			last = stepPackage(s)
			packages[last] = true
			exported := "package " + last + "\n\n// Main runs the program.\nfunc Main() { main() }\n"
			writeText(t, filepath.Join(dir, last, "exported.go"), exported)
			for name, text := range kept {
				writeText(t, filepath.Join(dir, last, name), inPackage(last, text))
			}
		}
		for name, text := range s.files {
			if filepath.Ext(name) != ".go" {
				continue
			}
			if nice, err := format.Source([]byte(text)); err != nil || string(nice) != text {
				t.Errorf("%s: %s is not as gofmt writes it (%v)", s.title, name, err)
			}
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")); n > 121 { // with its end
					t.Errorf("%s: %s has a line of more than 120 columns: %s", s.title, name, line)
				}
			}
			kept[name] = text
			writeText(t, filepath.Join(dir, last, name), inPackage(last, text))
		}
	}
	if len(packages) < 6 {
		t.Fatalf("docs/own-system.md has %d programs", len(packages))
	}
	imports, choices := "", ""
	for _, p := range slices.Sorted(maps.Keys(packages)) {
		imports += fmt.Sprintf("\t%q\n", "example.org/helpdesk-eval/"+p)
		choices += fmt.Sprintf("\t%q: %s.Main,\n", p, p)
	}
	writeText(t, filepath.Join(dir, "main.go"), `package main

import (
	"os"

`+imports+`)

func main() {
	step := os.Args[1]
	os.Args = append([]string{"helpdesk-eval"}, os.Args[2:]...)
	steps[step]()
}

var steps = map[string]func(){
`+choices+"}\n")
	writeText(t, filepath.Join(dir, "go.sum"), readText(t, filepath.Join(root, "go.sum")))
	const repository = "github.com/beaver-eval/beaver-eval"
	require := "replace " + repository + " => " + root + "\n\nrequire " + repository + " v0.0.0\n"
	writeText(t, filepath.Join(dir, "go.mod"), strings.Replace(readText(t, filepath.Join(root, "go.mod")),
		"module "+repository+"\n", "module example.org/helpdesk-eval\n\n"+require, 1))
	program = filepath.Join(dir, "helpdesk-eval")
	if out, code := execute(t, dir, "go", "build", "-mod=mod", "-o", program, "."); code != 0 {
		t.Fatalf("go build: exit code %d\n%s", code, out)
	}
	return program
}

// inPackage is a file of a program as one of a package.
func inPackage(name, text string) string {
	return strings.Replace(text, "package main\n", "package "+name+"\n", 1)
}

// execute runs a command outside CI and returns its whole output.
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

func writeText(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
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
