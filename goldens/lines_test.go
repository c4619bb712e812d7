package goldens_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens"
)

func TestLines(t *testing.T) {
	for name, tt := range map[string]struct {
		old, new string
		want     string // each line after its sign
	}{
		"nothing":     {"", "", ""},
		"the same":    {"a\nb\n", "a\nb\n", " a\n b\n"},
		"in between":  {"a\nb\nc\nd\n", "a\nB\nc\nd\n", " a\n-b\n+B\n c\n d\n"},
		"came":        {"", "a\nb", "+a\n+b"},
		"went":        {"a\nb", "", "-a\n-b"},
		"the end":     {"a", "a\n", "-a+a\n"},
		"far between": {"a\n1\n2\n3\n4\n5\n6\nb\n", "1\n2\n3\n4\n5\n6\nB\n", "-a\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
	} {
		got := ""
		for _, l := range goldens.Lines(tt.old, tt.new) {
			got += string(rune(l.Op)) + l.Text
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}

// Unchanged and removed lines are the old text, unchanged and added ones the new text.
func TestLinesLaw(t *testing.T) {
	lines := rapid.SliceOf(rapid.SampledFrom([]string{"a\n", "b\n", "\n", "海\r\n", "\xff"}))
	text := rapid.Map(lines, func(all []string) string { return strings.Join(all, "") })
	rapid.Check(t, func(t *rapid.T) {
		old, new := text.Draw(t, "old"), text.Draw(t, "new")
		var before, after string
		for _, l := range goldens.Lines(old, new) {
			if l.Op != goldens.Added {
				before += l.Text
			}
			if l.Op != goldens.Removed {
				after += l.Text
			}
		}
		if before != old || after != new {
			t.Fatalf("%q and %q became %q and %q", old, new, before, after)
		}
	})
}
