package goldens

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

func numbered(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "%d\n", i)
	}
	return b.String()
}

func TestText(t *testing.T) {
	tests := []struct{ name, old, new, want string }{
		{"context", numbered(1, 9), strings.Replace(numbered(1, 9), "5", "five", 1),
			"@@ -3,5 +3,5 @@\n 3\n 4\n-5\n+five\n 6\n 7\n"},
		{"two hunks", numbered(1, 9), "0\n" + numbered(1, 8),
			"@@ -1,2 +1,3 @@\n+0\n 1\n 2\n@@ -7,3 +8,2 @@\n 7\n 8\n-9\n"},
		{"from nothing", "", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{"newline", "a", "a\n", "@@ -1 +1 @@\n-a\n\\ no newline at the end\n+a\n"},
		{"no newlines", "a", "b", "@@ -1 +1 @@\n-a\n+b\n"},
		{"blanks", "a\nb  c\n", "a \nb  c\n", "@@ -1,2 +1,2 @@\n-a\n+a·\n b  c\n"},
		{"tabs", "a\tb", "a\tb \t", "@@ -1 +1 @@\n-a\tb\n+a\tb·\\t\n"},
		{"blank line", "a\n", "a\n  \n", "@@ -1 +1,2 @@\n a\n+··\n"},
		{"controls", "\x1b[31m\n", "a\r\n\u202e\u0085\u00a0👩‍👧\n",
			"@@ -1 +1,2 @@\n-\\x1b[31m\n+a\\r\n+<U+202E>\\x85\\xa0👩‍👧\n"},
	}
	const heading = "turn-1/router · message 1 (user) · section \"Actions\"\n"
	for _, tt := range tests {
		file := func(text string) *File {
			return &File{Calls: []Call{{Path: "turn-1/router",
				Messages: []pipeline.Message{pipeline.Text("user", "Actions", text)}}}}
		}
		if d := cmp.Diff(heading+tt.want, Compare(file(tt.old), file(tt.new))[0].Text()); d != "" {
			t.Errorf("%s: %s", tt.name, d)
		}
	}
}

func TestTextOfCalls(t *testing.T) {
	c := Compare(&File{Calls: []Call{{Path: "a"}, {Path: "b"}}}, &File{Calls: []Call{{Path: "c\x1b"}, {Path: "b"}}})
	want := []string{"a · call is missing\n", "c\\x1b · new call\n", ""}
	if d := cmp.Diff(want, []string{c[0].Text(), c[1].Text(), c[2].Text()}); d != "" {
		t.Error(d)
	}
}

func TestTextLeavesOut(t *testing.T) {
	var b strings.Builder
	lineDiff("", numbered(1, 100))[0].render(&b, false)
	if got := b.String(); !strings.Contains(got, "+15\n+ … 70 lines more …\n+86\n") || strings.Count(got, "\n") != 32 {
		t.Error(got)
	}
	b.Reset()
	long := strings.Repeat("ä ", 5000)
	lineDiff(long+"old"+long, long+"new"+long)[0].render(&b, false)
	if got := b.String(); len(got) > 2500 || !strings.Contains(got, "… 9760 characters more …") ||
		!strings.Contains(got, "old") || !strings.Contains(got, "new") {
		t.Error(got)
	}
}

// No text reaches the terminal as a control, and each line shown is a line of a diff.
func TestTextIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := file().Draw(t, "old"), file().Draw(t, "new")
		if len(old.Calls) > 0 && len(new.Calls) > 0 {
			new.Calls[0].Path = old.Calls[0].Path
		}
		for _, c := range Compare(old, new) {
			for _, r := range c.Text() {
				if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.In(r, unicode.Bidi_Control) {
					t.Fatalf("%q", c.Text())
				}
			}
		}
	})
}

// Differing words within a line are marked on demand, unless the whole line differs.
func TestChangeWordText(t *testing.T) {
	old := &File{Calls: []Call{{Path: "turn-1/main-1", Messages: []pipeline.Message{
		pipeline.Text("user", "A", "one two three\nall\n")}}}}
	got := &File{Calls: []Call{{Path: "turn-1/main-1", Messages: []pipeline.Message{
		pipeline.Text("user", "A", "one 2 three four\nnothing\n")}}}}
	c := Compare(old, got)[0]
	const want = "turn-1/main-1 · message 1 (user) · section \"A\"\n@@ -1,2 +1,2 @@\n" +
		"-one [-two-] three\n-all\n+one {+2+} three{+ four+}\n+nothing\n"
	if d := cmp.Diff(want, c.WordText()); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	plain := strings.NewReplacer("[-", "", "-]", "", "{+", "", "+}", "").Replace(want)
	if d := cmp.Diff(plain, c.Text()); d != "" {
		t.Errorf("plain, -want +got:\n%s", d)
	}
}
