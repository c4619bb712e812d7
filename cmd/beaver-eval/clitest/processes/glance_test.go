package processes_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

// A run of this repository is read at a glance: 24 lines when it is green, 40 with one word of a template edited, in
// any number of calls, 60 with eight. Each edit has a line.
func TestRunAtAGlance(t *testing.T) {
	if testing.Short() {
		t.Skip("short: seven runs of the whole repository; .ci/run has them")
	}
	t.Parallel()
	root := filepath.Join("..", "..", "..", "..")
	templates := filepath.Join(root, "pipeline", "beaver", "prompts")
	project := t.TempDir()
	for _, name := range []string{"suites", "fixtures", "goldens"} {
		data := os.DirFS(filepath.Join(root, name))
		copied := onlyFiles{data, regexp.MustCompile(`\.(go|pending\.yaml)$`)}
		if err := os.CopyFS(filepath.Join(project, name), copied); err != nil {
			t.Fatal(err)
		}
	}
	// breaking calls takes longest, and is not tested here
	broken, err := filepath.Glob(filepath.Join(project, "suites", "*fallbacks.yaml"))
	if err != nil || len(broken) == 0 {
		t.Fatal(broken, err)
	}
	for _, file := range broken {
		suite, _, _ := strings.Cut(readText(t, file), "\nfaults:\n")
		writeText(t, file, suite+"\n")
	}
	writeText(t, filepath.Join(project, "beaver-eval.yaml"), readText(t, filepath.Join(root, "beaver-eval.yaml")))

	lines := glance(t, project, 0)
	if len(lines) > 24 || !strings.HasPrefix(lines[len(lines)-1], "ok: ") {
		t.Errorf("a green run prints %d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	if quiet := glance(t, project, 0, "-q"); len(quiet) != 1 || !strings.HasPrefix(quiet[0], "ok: ") {
		t.Errorf("a quiet run prints\n%s", strings.Join(quiet, "\n"))
	}

	checkPage(t, root, project)

	eight := []string{"router.user.tmpl", "main.system.tmpl", "draft.system.tmpl", "router.system.tmpl",
		"planner.system.tmpl", "guidance.system.tmpl", "finalizer.system.tmpl", "skills.system.tmpl"}
	all := t.TempDir()
	ejectPrompts(t, all)
	for i, file := range eight {
		text := readText(t, filepath.Join(templates, file))
		editWord(t, filepath.Join(all, file), text)
		if i >= 3 {
			continue
		}
		one := t.TempDir()
		ejectPrompts(t, one)
		editWord(t, filepath.Join(one, file), text)
		lines := glance(t, project, 1, "--prompts", one)
		checkEdits(t, lines, []string{file}, 40, 12)
		if quiet := glance(t, project, 1, "-q", "--prompts", one); len(quiet) != 2 {
			t.Errorf("a quiet run prints\n%s", strings.Join(quiet, "\n"))
		}
	}
	lines = glance(t, project, 1, "--prompts", all)
	t.Logf("%d lines:\n%s", len(lines), strings.Join(lines, "\n"))
	checkEdits(t, lines, eight, 60, 5)
}

// checkPage makes the edit of docs/ci.md, and wants the run's output shown there: each line before and after the one
// that stands for omitted lines.
func checkPage(t *testing.T, root, project string) {
	t.Helper()
	_, text, _ := strings.Cut(readText(t, filepath.Join(root, "docs", "ci.md")), "```\nedited   ")
	text, _, found := strings.Cut("edited   "+text, "\n```\n")
	old := regexp.MustCompile(`(?m)^  -(.*)$`).FindStringSubmatch(text)
	new := regexp.MustCompile(`(?m)^  \+(.*)$`).FindStringSubmatch(text)
	if !found || old == nil || new == nil {
		t.Fatalf("docs/ci.md shows no edit: %q", text)
	}
	templates := t.TempDir()
	ejectPrompts(t, templates)
	file := filepath.Join(templates, "router.system.tmpl")
	writeText(t, file, strings.Replace(readText(t, file), old[1], new[1], 1))
	out := strings.Join(glance(t, project, 1, "--prompts", "beaver="+templates), "\n") + "\n"
	out = strings.ReplaceAll(out, " --from beaver="+templates, "")
	// the page edits the program's own template: another file, and so another cause
	of := regexp.MustCompile(`(?m)^edited   [0-9a-f]{8}  .`)
	out = of.ReplaceAllString(strings.ReplaceAll(out, templates+"/", "builtin:beaver/"), of.FindString(text))
	// the page shows a terminal
	out = strings.ReplaceAll(out, "next: `beaver-eval diff`, then ", "next: `beaver-eval review`, or ")
	for part := range strings.SplitSeq(text+"\n", "…\n") {
		if !strings.Contains(out, part) {
			t.Errorf("docs/ci.md shows\n%s\nand the run prints\n%s", part, out)
		}
	}
}

// onlyFiles leaves files out of a folder.
type onlyFiles struct {
	fs.FS
	out *regexp.Regexp
}

// ReadDir implements fs.ReadDirFS.
func (f onlyFiles) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(f.FS, name)
	var kept []fs.DirEntry
	for _, e := range entries {
		if !f.out.MatchString(e.Name()) {
			kept = append(kept, e)
		}
	}
	return kept, err
}

// glance runs a project and returns the lines of standard output.
func glance(t *testing.T, project string, code int, args ...string) []string {
	t.Helper()
	cmd := exec.Command("beaver-eval", append([]string{"run"}, args...)...)
	cmd.Dir, cmd.Env = project, append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	var notices strings.Builder
	cmd.Stderr = &notices
	out, _ := cmd.Output() // the exit code is checked instead
	if slices.Contains(args, "--prompts") && (strings.Count(notices.String(), "\n") != 1 || notices.Len() > 400) {
		t.Errorf("not one notice of what --prompts leaves alone:\n%s", &notices)
	}
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%v: exit code %d, want %d\n%s", args, got, code, out)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

func ejectPrompts(t *testing.T, dir string) {
	t.Helper()
	own, err := beaver.New()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, own.Prompts()); err != nil {
		t.Fatal(err)
	}
}

// editWord replaces the first long word of a template outside its actions.
func editWord(t *testing.T, file, text string) {
	t.Helper()
	plain := regexp.MustCompile(`\{\{[^}]*\}\}`).ReplaceAllStringFunc(text, func(s string) string {
		return strings.Repeat("\x00", len(s))
	})
	at := regexp.MustCompile(`[a-z]{4,}`).FindStringIndex(plain)
	writeText(t, file, text[:at[0]]+"otherwise"+text[at[1]:])
}

// checkEdits wants at most so many lines, a group of limited length for each file, and a verdict.
func checkEdits(t *testing.T, lines, files []string, most, mostOfGroup int) {
	t.Helper()
	text := strings.Join(lines, "\n")
	if len(lines) > most {
		t.Errorf("%v: %d lines:\n%s", files, len(lines), text)
	}
	for _, file := range files {
		if n := strings.Count(text, "/"+file+":2`"); n != 1 {
			t.Errorf("%d lines name the edit of %s:\n%s", n, file, text)
		}
	}
	end := strings.Join(lines[max(0, len(lines)-2):], "\n")
	if !regexp.MustCompile("(?m)^FAILS: .*, about \\+[0-9,]+ tokens in all edits \\([^)]+\\)\n" +
		"next: `beaver-eval diff`, then `beaver-eval accept --all --from ").MatchString(end) {
		t.Errorf("%v: no verdict in\n%s", files, text)
	}
	group := 0
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "edited "):
			group = 1
		case !strings.HasPrefix(line, "  "):
			group = 0
		case group > 0:
			group++
		}
		if group > mostOfGroup {
			t.Errorf("%v: a group of %d lines:\n%s", files, group, text)
			break
		}
	}
}
