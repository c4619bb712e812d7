package cells

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/goldens/payload"
)

func TestDiffs(t *testing.T) {
	hunk := func(before, old, new, after string) edit.Hunk {
		return edit.Hunk{Atom: edit.Atom{Old: old, New: new}, Before: before, After: after}
	}
	inJSON := func(h edit.Hunk, kind payload.Kind, members ...payload.Member) edit.Hunk {
		h.JSON, h.Members = kind, members
		return h
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
		"values of a JSON payload": {[]edit.Hunk{inJSON(hunk(`{"a":"`, "old", "new", ` trip","b":1}`), payload.Values,
			payload.Member{Path: "$.a", Before: `"old trip"`, After: `"new trip"`})},
			[]string{"-$.a: \"old trip\"\n+$.a: \"new trip\"\n"}},
		"a member more": {[]edit.Hunk{inJSON(hunk(`{"a":1`, "", `,"b":{}`, "}"), payload.Values,
			payload.Member{Path: "$.b", After: "{}"})}, []string{"+$.b: {}\n"}},
		"a comma beside a member": {[]edit.Hunk{inJSON(hunk(`"a":1`, "", ",", ""), payload.Aside),
			inJSON(hunk("", "", "\"b\":{}\n", ""), payload.Values, payload.Member{Path: "$.b", After: "{}"})},
			[]string{"+$.b: {}\n"}},
		"a value and words beside the payload": {[]edit.Hunk{hunk("", "Old", "New", ` {"a":2}`),
			inJSON(hunk(`New {"a":`, "1", "2", "}"), payload.Values, payload.Member{Path: "$.a", Before: "1", After: "2"})},
			[]string{"-Old {\"a\":1}\n+New {\"a\":2}\n"}},
		"the same JSON": {[]edit.Hunk{inJSON(hunk(`{"a":`, "", " ", "1}"), payload.Spelling)},
			[]string{" the same JSON, written in another way\n-{\"a\":1}\n+{\"a\":·1}\n"}},
	} {
		if d := cmp.Diff(tt.want, Diffs(tt.hunks)); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
