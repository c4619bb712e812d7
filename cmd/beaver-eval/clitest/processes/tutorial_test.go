package processes_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// asSomebody lets git commit without a configured author, and programs print without colours.
const asSomebody = `export NO_COLOR=1; git() { command git -c user.name=t -c user.email=t@example.org "$@"; }; `

// The commands of a tutorial, run in an empty folder, print what it shows. Quick tests leave out the one with packages
// of npm.
func TestTutorial(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		page     string
		programs []string
		packages bool // of npm, which the reader installs
		commands int  // at least
	}{
		{"tutorial.md", nil, false, 25},
		{"tutorial-python.md", []string{"python3"}, false, 18},
		{"tutorial-typescript.md", []string{"node"}, true, 18},
	} {
		t.Run(c.page, func(t *testing.T) {
			t.Parallel()
			if c.packages {
				project.SkipIfQuick(t)
			}
			for _, program := range append(c.programs, "bash", "git", "sed") {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("no %s: %s is not tried", program, c.page)
				}
			}
			dir := t.TempDir()
			if c.packages {
				link(t, filepath.Join(dir, "node_modules"))
			}
			if ran := follow(t, dir, c.page, asSomebody); ran < c.commands {
				t.Errorf("only %d commands of docs/%s were run", ran, c.page)
			}
		})
	}
}

// link links a folder of packages to that of docs/examples.
func link(t *testing.T, name string) {
	t.Helper()
	installed := os.Getenv("BEAVER_EVAL_EXAMPLES")
	if installed == "" {
		t.Skip("BEAVER_EVAL_EXAMPLES does not name the packages of docs/examples: the tutorial is not tried")
	}
	if err := os.Symlink(installed, name); err != nil {
		t.Skip(err)
	}
}

// withPlugin returns what makes pytest find the plugin of clients/python in a shell, where the reader installs it.
func withPlugin(t *testing.T) string {
	t.Helper()
	if lacks := project.LacksPytest(); lacks != "" {
		t.Skipf("%s: docs/pytest.md is not tried", lacks)
	}
	site := t.TempDir()
	project.InstallPlugin(t, site)
	return "export PYTHONPATH=" + site + "; "
}

// follow runs the commands of a page in a shell that is prepared by a command, and returns their number. Fences marked
// sh need a network, and are left out.
func follow(t *testing.T, dir, name, shell string) (ran int) {
	t.Helper()
	page := readText(t, filepath.Join("..", "..", "..", "..", "docs", name))
	fence := regexp.MustCompile("(?ms)(?:^`([^`\n]+)`:\n\n)?^```([a-z]*)\n(.*?)^```$")
	command := regexp.MustCompile(`^\$ (.*?)(?:\s+# exit code (\d))?$`)
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		if m[1] != "" {
			writeText(t, filepath.Join(dir, filepath.FromSlash(m[1])), m[3])
			continue
		}
		if m[2] == "sh" {
			continue
		}
		var line string
		var code int
		var want []string
		try := func() {
			if line == "" {
				return
			}
			ran++
			out, got := execute(t, dir, "bash", "-c", shell+line)
			if got != code {
				t.Fatalf("%s: exit code %d, want %d\n%s", line, got, code, out)
			}
			lines := strings.Split(strings.TrimRight(out, "\n"), "\n")
			if strings.TrimSpace(out) == "" {
				lines = nil
			}
			if err := printed(withoutSeconds(lines), want); err != nil {
				t.Errorf("%s: %v\n%s", line, err, out)
			}
		}
		for _, l := range strings.Split(strings.TrimSuffix(m[3], "\n"), "\n") {
			c := command.FindStringSubmatch(l)
			if c == nil {
				want = append(want, l)
				continue
			}
			try()
			line, want = c[1], nil
			code, _ = strconv.Atoi(c[2]) // 0 if the page gives none
		}
		try()
	}
	return ran
}

// withoutSeconds returns lines with … in place of a run's duration.
func withoutSeconds(lines []string) []string {
	took := regexp.MustCompile(`[0-9.]+s$`)
	var all []string
	for _, l := range lines {
		all = append(all, took.ReplaceAllString(l, "…s"))
	}
	return all
}
