//go:build unix

package scripts_test

import (
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the session of docs/review.md anew")

// recorded is a terminal session in the form of a page: keys, and the window after them.
type recorded struct{ strings.Builder }

// see records pressed keys, and the resulting window or lines. Consecutive empty rows become one.
func (r *recorded) see(pressed, shown string) {
	if r.Len() > 0 {
		pressed = "\n» " + pressed
	}
	r.WriteString(pressed + "\n\n" + regexp.MustCompile(`\n{3,}`).ReplaceAllString(strings.Trim(shown, "\n"), "\n\n") + "\n")
}

// compare compares the session with that of a page: the fence below the line that names this test.
func (r *recorded) compare(t *testing.T, page string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "```text\n", "```\n"
	before, rest, ok1 := strings.Cut(string(text), begin)
	old, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no session", page)
	}
	if *update {
		if err := os.WriteFile(page, []byte(before+begin+r.String()+end+after), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(old, r.String()); d != "" {
		t.Errorf("%s shows another session; -update writes it anew (-page +now):\n%s", page, d)
	}
}
