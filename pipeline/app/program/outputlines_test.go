package program

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestShown(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		" plain é😀 \n": "plain é😀", "a\tb\x00\x1b[1m": `a b\x00\x1b[1m`, "a\u2028\u202eb": `a\u2028\u202eb`,
		"caf\xe9": "caf\uFFFD", strings.Repeat("é", 200): strings.Repeat("é", 200),
		strings.Repeat("é", 201): strings.Repeat("é", 200) + "…", "": "",
	} {
		if got := shown(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// Whatever a program writes, an error shows it as one short line of printable characters.
func TestShownLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		got := shown(string(rapid.SliceOfN(rapid.Byte(), 0, 1000).Draw(t, "bytes")))
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > shownLine+1 || strings.ContainsFunc(got, isControl) {
			t.Errorf("shown as %q", got)
		}
	})
}

// The most telling line is the last that looks like an error, else the last.
func TestTelling(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines string
		want  string
	}{
		{"", ""}, {"one\ntwo", ": two"},
		{"Traceback (most recent call last):\n  x\nopenai.APIStatusError: 429", ": openai.APIStatusError: 429"},
		{"x.js:1\nthrow e\nTypeError: x is not a function\n    at y\nNode.js v22.1.0",
			": TypeError: x is not a function"},
		{"panic: boom\n\ngoroutine 1 [running]:\nmain.main()\nexit status 2", ": panic: boom"},
		{"RateLimitError: 429 slow down\n" + strings.Repeat("  headers: {}\n", 40) + "}\nNode.js v22.1.0",
			": RateLimitError: 429 slow down"},
		{"Error: old\n" + strings.Repeat("all is well\n", 300) + "bye", ": bye"},
		{"Cannot find it\n}\n\nNode.js v22.1.0", ": Cannot find it"}, {"}\nNode.js v22.1.0", ""},
		{"Uncaught Error: x\nbye", ": Uncaught Error: x"},
		{"Exception in thread main\nbye", ": Exception in thread main"}, {"Errors: 0\nbye", ": bye"},
	} {
		if got := telling(lastLines(tt.lines)); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.lines, got, tt.want)
		}
	}
}

// There are few last lines, and the error's line is among them.
func TestLastLines(t *testing.T) {
	t.Parallel()
	got := lastLines("x\nTypeError: y\n" + strings.Repeat("z\n", 30))
	if len(got) != shownLines || got[0] != "TypeError: y" || got[1] != "z" {
		t.Errorf("%d lines: %q", len(got), got)
	}
	got = lastLines("TypeError: y\n" + strings.Repeat("z\n", shownLines-1))
	if len(got) != shownLines || got[0] != "TypeError: y" {
		t.Errorf("%d lines: %q", len(got), got)
	}
}

// An output's end has its last lines however it is written.
func TestTailLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var all strings.Builder
		var end tail
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 3*tailLimit), 0, 8).Draw(t, "lengths") {
			part := strings.Repeat("0123456789abcde\n", n/16+1)[:n]
			all.WriteString(part)
			if got, err := end.Write([]byte(part)); got != n || err != nil {
				t.Fatalf("%d bytes written, %v", got, err)
			}
		}
		want := all.String()
		if got := string(ending(end.last)); got != want[max(0, len(want)-tailLimit):] {
			t.Fatalf("%d bytes of %d are not the end", len(got), len(want))
		}
		if len(end.last) > 2*tailLimit {
			t.Fatalf("%d bytes are kept", len(end.last))
		}
	})
}
