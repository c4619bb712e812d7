package processes_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What docs/fallbacks.md shows is what the program prints, and no cell of it fails: `make fallbacks` writes it. The
// whole matrix takes a while; what is expected of each fault is held always.
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
	args := []string{"faults", "--suite", "fallbacks", "--all", "--no-report", "--format", "markdown"}
	until := ""
	if testing.Short() {
		args, until = append(args, "--case", "first-message-is-work", "--fault", "empty"), "\n## Scorecard\n"
	}
	out, code := execute(t, root, "beaver-eval", args...)
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	if until != "" {
		out, _, _ = strings.Cut(out, until)
		shown, _, _ = strings.Cut(shown, until)
	}
	if d := cmp.Diff(strings.TrimSpace(shown), strings.TrimSpace(out)); d != "" {
		t.Errorf("`make fallbacks` writes the page anew (-page +program):\n%s", d)
	}
}
