package processes_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asSomebody lets git commit where nobody has told it who is at work.
const asSomebody = `git() { command git -c user.name=t -c user.email=t@example.org "$@"; }; `

// What docs/tutorial.md tells to do is done, in an empty folder, and what it shows is printed.
func TestTutorial(t *testing.T) {
	t.Parallel()
	for _, program := range []string{"bash", "git", "sed"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("no %s: the tutorial is not tried", program)
		}
	}
	page := readText(t, filepath.Join("..", "..", "..", "..", "docs", "tutorial.md"))
	dir := t.TempDir()
	fence := regexp.MustCompile("(?ms)(?:^`([^`\n]+)`:\n\n)?^```([a-z]*)\n(.*?)^```$")
	command := regexp.MustCompile(`^\$ (.*?)(?:\s+# exit code (\d))?$`)
	ran := 0
	for _, m := range fence.FindAllStringSubmatch(page, -1) {
		if m[1] != "" {
			writeText(t, filepath.Join(dir, filepath.FromSlash(m[1])), m[3])
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
			out, got := execute(t, dir, "bash", "-c", asSomebody+line)
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
			code, _ = strconv.Atoi(c[2]) // 0 where the page says nothing
		}
		try()
	}
	if ran < 25 {
		t.Errorf("only %d commands of docs/tutorial.md were run", ran)
	}
}

// withoutSeconds are lines with … for how long a run took.
func withoutSeconds(lines []string) []string {
	took := regexp.MustCompile(`[0-9.]+s$`)
	var all []string
	for _, l := range lines {
		all = append(all, took.ReplaceAllString(l, "…s"))
	}
	return all
}
