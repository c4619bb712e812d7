package processes_test

import (
	"cmp"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// docs/prompt-history.md shows the program's output. The input file is not part of the repository.
func TestPromptHistoryPage(t *testing.T) {
	t.Parallel()
	shared := cmp.Or(os.Getenv("BEAVER_EVAL_SHARED"), filepath.Join("..", "..", "..", "..", "..", "shared"))
	dir, err := filepath.Abs(filepath.Join(shared, "data", "prompt_history"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "openclaw.json")); err != nil {
		t.Skipf("%s is not there", dir)
	}
	page := readText(t, filepath.Join("..", "..", "..", "..", "docs", "prompt-history.md"))
	shown := regexp.MustCompile("(?s)```console\n\\$ beaver-eval (.*?)\n(.*?)\n```").FindAllStringSubmatch(page, -1)
	if len(shown) != 2 {
		t.Fatalf("%d commands", len(shown))
	}
	for _, c := range shown {
		out, code := execute(t, dir, "beaver-eval", strings.Fields(c[1])...)
		if code != 1 {
			t.Errorf("%s: exit code %d\n%s", c[1], code, out)
		}
		if err := printed(strings.Split(strings.TrimRight(out, "\n"), "\n"), strings.Split(c[2], "\n")); err != nil {
			t.Errorf("%s: %v\n%s", c[1], err, out)
		}
	}
}
