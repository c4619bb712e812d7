package pipeline_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func TestJSONStringIsReadBack(t *testing.T) {
	needless := regexp.MustCompile(`\\u00[2-9a-f]|\\u0[1-9a-f]|\\u[1-9a-f]|\\/`)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.String().Draw(t, "text")
		raw := pipeline.AppendJSONString([]byte("before "), s)
		quoted, ok := strings.CutPrefix(string(raw), "before ")
		if !ok {
			t.Fatalf("%q was not appended to", raw)
		}
		var back string
		if err := json.Unmarshal([]byte(quoted), &back); err != nil || back != s {
			t.Fatalf("%q as %s is read back as %q, %v", s, quoted, back, err)
		}
		if bad := needless.FindString(strings.ReplaceAll(quoted, `\\`, "")); bad != "" {
			t.Fatalf("%q as %s: %s is not needed", s, quoted, bad)
		}
	})
}

func TestMarshalJSON(t *testing.T) {
	for _, tt := range []struct {
		v    any
		want string
	}{
		{map[string]any{"b": "<a&b>", "a": 1}, `{"a":1,"b":"<a&b>"}`},
		{"ends with a newline\n", `"ends with a newline\n"`},
		{[]int(nil), "null"},
		{json.RawMessage("\n{\"a\": 1}\n"), `{"a":1}`},
	} {
		if got, err := pipeline.MarshalJSON(tt.v); err != nil || string(got) != tt.want {
			t.Errorf("%v: %q, %v; want %q", tt.v, got, err, tt.want)
		}
	}
	if got, err := pipeline.MarshalJSON(func() {}); err == nil || got != nil {
		t.Errorf("a function: %q, %v; want an error alone", got, err)
	}
}

func TestRepair(t *testing.T) {
	for _, tt := range []struct {
		name, in, want string
		runs           int
	}{
		{"nothing", "", "", 0},
		{"nothing wrong", "a\x00é研😀\r\n", "a\x00é研😀\r\n", 0},
		{"a replacement character is no damage", "a\uFFFDb", "a\uFFFDb", 0},
		{"one byte", "a\xffb", "a\uFFFDb", 1},
		{"a run is one", "\xff\xfe\xfd", "\uFFFD", 1},
		{"two runs", "\xffa\xff", "\uFFFDa\uFFFD", 2},
		{"a cut character", "研\xe7\xa0", "研\uFFFD", 1},
		{"half a surrogate pair", "\xed\xa0\x80", "\uFFFD", 1},
		{"a run beside a replacement character", "\xff\uFFFD\xff", "\uFFFD\uFFFD\uFFFD", 2},
		{"an overlong slash", "\xc0\xaf", "\uFFFD", 1},
	} {
		if got, runs := pipeline.Repair(tt.in); got != tt.want || runs != tt.runs {
			t.Errorf("%s: %q, %d; want %q, %d", tt.name, got, runs, tt.want, tt.runs)
		}
	}
}

func FuzzRepair(f *testing.F) {
	for _, s := range []string{"", "plain", "\xff", "a\xc3\xa9\xc3", "\uFFFD\xed\xa0\x80\uFFFD"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, runs := pipeline.Repair(s)
		if !utf8.ValidString(got) {
			t.Fatalf("%q: %q is not UTF-8", s, got)
		}
		if (runs == 0) != utf8.ValidString(s) || runs == 0 && got != s {
			t.Fatalf("%q: %q with %d runs", s, got, runs)
		}
		if added := strings.Count(got, "\uFFFD") - strings.Count(s, "\uFFFD"); added != runs {
			t.Fatalf("%q: %q has %d more replacement characters, and %d runs are counted", s, got, added, runs)
		}
	})
}
