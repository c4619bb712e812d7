package processes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// docs/fallbacks.md shows the program's output for each suite of fallbacks, and no cell fails: `make fallbacks` writes
// it. The whole matrix takes a while; the table of expected reports is always checked.
func TestFallbacksPage(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs(filepath.Join("..", "..", "..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	page := readText(t, filepath.Join(root, "docs", "fallbacks.md"))
	_, shown, found := strings.Cut(page, "<!-- What follows is printed by ")
	_, shown, marked := strings.Cut(shown, "-->\n\n")
	if !found || !marked {
		t.Fatal("the page has no mark")
	}
	first, others, _ := strings.Cut(shown, pageOfSuite)
	if testing.Short() {
		const until = "\n## Scorecard\n"
		out := scorecard(t, root, "fallbacks", "--case", "first-message-is-work", "--fault", "empty")
		out, _, _ = strings.Cut(out, until)
		first, _, _ = strings.Cut(first, until)
		samePage(t, first, out)
		return
	}
	samePage(t, first, scorecard(t, root, "fallbacks"))
	suites, err := filepath.Glob(filepath.Join(root, "suites", "*-fallbacks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	pages := strings.Split(others, pageOfSuite)
	if len(pages) != len(suites) {
		t.Fatalf("%d pages of %d other suites: `make fallbacks` writes them", len(pages), len(suites))
	}
	for i, file := range suites {
		suite := strings.TrimSuffix(filepath.Base(file), ".yaml")
		_, own, _ := strings.Cut(scorecard(t, root, suite), "\n| stage | asks |")
		samePage(t, pages[i], suite+"\n\n| stage | asks |"+own)
	}
}

// pageOfSuite precedes the page's part about each suite except the first.
const pageOfSuite = "\n# The suite "

// scorecard returns the program's output for a suite, and asserts that no cell fails.
func scorecard(t *testing.T, root, suite string, args ...string) string {
	t.Helper()
	all := append([]string{"faults", "--suite", suite, "--all", "--no-report", "--format", "markdown"}, args...)
	out, code := execute(t, root, "beaver-eval", all...)
	if code != 0 {
		t.Errorf("%s: exit code %d", suite, code)
	}
	return out
}

func samePage(t *testing.T, page, program string) {
	t.Helper()
	if d := cmp.Diff(strings.TrimSpace(page), strings.TrimSpace(program)); d != "" {
		t.Errorf("`make fallbacks` writes the page anew (-page +program):\n%s", d)
	}
}
