package pipeline_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

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
