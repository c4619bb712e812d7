package edit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// member is a diff.Member, for short.
type member struct{ Path, Before, After string }

func TestPayloadsAreComparedAsJSON(t *testing.T) {
	for name, tt := range map[string]struct {
		old, new string
		kind     diff.EditKind
		want     []member
	}{
		"a string": {`Plan: {"a": "old trip", "b": [1]}.`, `Plan: {"a": "new trip", "b": [1]}.`, diff.Values,
			[]member{{"$.a", `"old trip"`, `"new trip"`}}},
		"a number within": {`{"a": {"b": [1, {"c": 2}]}}`, `{"a": {"b": [1, {"c": 3}]}}`, diff.Values,
			[]member{{"$.a.b[1].c", "2", "3"}}},
		"keys in another order":      {`see {"a": 1, "b": 2} there`, `see {"b": 2, "a": 1} there`, diff.Spelling, nil},
		"a number in other spelling": {`{"a": 1.0}`, `{"a": 1}`, diff.Spelling, nil},
		"a key more": {`{"a": 1}`, `{"a": 1, "b c": {"d": 2}}`, diff.Values, []member{{`$["b c"]`, "",
			`{"d": 2}`}}},
		"a key less": {`{"a": 1, "b": 2}`, `{"a": 1}`, diff.Values, []member{{"$.b", "2", ""}}},
		"another key": {`{"a": 1}`, `{"b": 1}`, diff.Values, []member{{"$.a", "1", ""}, {"$.b", "",
			"1"}}},
		"an element in front": {`{"l": [{"n": 1}]}`, `{"l": [{"n": 0}, {"n": 1}]}`, diff.Values,
			[]member{{"$.l[0]", "", `{"n": 0}`}}},
		"an element that has moved on": {`[{"n": 1}, {"t": "a b"}]`, `[{"m": 0}, {"n": 1}, {"t": "a c"}]`, diff.Values,
			[]member{{"$[0]", "", `{"m": 0}`}, {"$[2].t", `"a b"`, `"a c"`}}},
		"lines of their own": {"{\n  \"a\": 1\n}\n", "{\n  \"a\": 2\n}\n", diff.Values,
			[]member{{"$.a", "1", "2"}}},
		"other blanks":                 {`x {"a":1,"b":[]} y`, `x {"a": 1, "b": []} y`, diff.Spelling, nil},
		"words beside a payload":       {`Old {"a": 1}`, `New {"a": 1}`, diff.None, nil},
		"no JSON any more":             {`{"a": 1}`, `{"a": 1,}`, diff.None, nil},
		"brackets that are no payload": {`[see {this one}]`, `[see {that one}]`, diff.None, nil},
		"a long value": {`{"a": "x ` + strings.Repeat("long ", 300) + `"}`, `{"a": "y ` + strings.Repeat("long ",
			300) + `"}`,
			diff.None, nil},
		"a payload behind a broken one": {`{x} {"a": [true]}`, `{x} {"a": [false]}`, diff.Values,
			[]member{{"$.a[0]", "true", "false"}}},
	} {
		var got []member
		for _, c := range compareText(tt.old, pipeline.TextSource{Kind: pipeline.TextCode}.Of(tt.new)) {
			if c.json != tt.kind && c.json != diff.Aside {
				t.Errorf("%s: %q, want %q", name, c.json, tt.kind)
			}
			for _, m := range c.members {
				got = append(got, member(m))
			}
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
}
