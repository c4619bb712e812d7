package cells

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
)

func TestDiffs(t *testing.T) {
	hunk := func(before, old, new, after string) edit.Hunk {
		return edit.Hunk{Atom: edit.Atom{Old: old, New: new}, Before: before, After: after}
	}
	for name, tt := range map[string]struct {
		hunks []edit.Hunk
		want  []string
	}{
		"none":   {},
		"a word": {[]edit.Hunk{hunk("Be ", "old", "new", ".")}, []string{"-Be old.\n+Be new.\n"}},
		"two words of one line": {[]edit.Hunk{hunk("", "An", "A", " new one"), hunk("A ", "old", "new", " one")},
			[]string{"-An old one\n+A new one\n"}},
		"two lines": {[]edit.Hunk{hunk("a ", "x", "y", ""), hunk("b ", "x", "y", "")},
			[]string{"-a x\n+a y\n", "-b x\n+b y\n"}},
		"the same line twice": {[]edit.Hunk{hunk("a ", "x", "y", ""), hunk("a ", "z", "y", "")},
			[]string{"-a x\n+a y\n", "-a z\n+a y\n"}},
		"a line more": {[]edit.Hunk{hunk("", "", "one\ntwo\n", "")}, []string{"+one\n+two\n"}},
		"a word less": {[]edit.Hunk{hunk("Say ", "now ", "", "hello")},
			[]string{"-Say now hello\n+Say hello\n"}},
	} {
		if d := cmp.Diff(tt.want, Diffs(tt.hunks)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
