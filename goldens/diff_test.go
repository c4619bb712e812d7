package goldens

import (
	"slices"
	"strings"
	"testing"

	"github.com/clipperhouse/uax29/v2/graphemes"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
)

// patch applies hunks to the old text, and fails if they do not match it.
func patch(t *rapid.T, old string, hunks []Hunk) string {
	from := diff.Lines(old)
	var b strings.Builder
	at, written := 0, 0
	for _, h := range hunks {
		for ; at < h.Old-1; at++ {
			b.WriteString(from[at])
			written++
		}
		if written != h.New-1 {
			t.Fatalf("the hunk begins at new line %d, not %d", written+1, h.New)
		}
		for _, l := range h.Lines {
			if l.Op != Added {
				if from[at] != l.Text {
					t.Fatalf("old line %d is %q, not %q", at+1, from[at], l.Text)
				}
				at++
			}
			if l.Op != Removed {
				b.WriteString(l.Text)
				written++
			}
		}
	}
	return b.String() + strings.Join(from[at:], "")
}

func manyLines() *rapid.Generator[string] {
	line := rapid.OneOf(rapid.SampledFrom([]string{"a\n", "b\n", "\n", "a b c\n", "a x c\n", "a"}), text())
	return rapid.Map(rapid.SliceOfN(line, 0, 25), func(s []string) string { return strings.Join(s, "") })
}

func TestDiffPatches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, new := manyLines().Draw(t, "old"), manyLines().Draw(t, "new")
		hunks := lineDiff(old, new)
		if got := patch(t, old, hunks); got != new {
			t.Fatalf("patched: %q", got)
		}
		for _, h := range hunks {
			for _, l := range h.Lines {
				checkWords(t, l)
			}
		}
	})
}

// checkWords checks that the spans together are the line, and that no cut goes through a character.
func checkWords(t *rapid.T, l Line) {
	if l.Words == nil {
		return
	}
	var ends []int
	for g := graphemes.FromString(l.Text); g.Next(); {
		ends = append(ends, g.End())
	}
	n := 0
	for _, w := range l.Words {
		if !strings.HasPrefix(l.Text[n:], w.Text) || w.Text == "" {
			t.Fatalf("span %q of %q", w.Text, l.Text)
		}
		n += len(w.Text)
		if _, ok := slices.BinarySearch(ends, n); !ok {
			t.Fatalf("%q cut inside a character at %d", l.Text, n)
		}
	}
	if n != len(l.Text) {
		t.Fatalf("the spans of %q end at %d", l.Text, n)
	}
}

func TestCommonIsLongest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c", "d", "e"}), 0, 12)
		old, new := list.Draw(t, "old"), list.Draw(t, "new")
		got := diff.Common(old, new, diff.MaxGrid)
		previous := diff.Match{Old: -1, New: -1}
		for _, m := range got {
			if m.Old <= previous.Old || m.New <= previous.New || old[m.Old] != new[m.New] {
				t.Fatalf("%v", got)
			}
			previous = m
		}
		if want := lcsLength(old, new); len(got) != want {
			t.Fatalf("%d matches, want %d", len(got), want)
		}
	})
}

func lcsLength(a, b []string) int {
	row := make([]int, len(b)+1)
	for i := range a {
		diagonal := 0
		for j := range b {
			above := row[j+1]
			if a[i] == b[j] {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(above, row[j])
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

// A diff without a bound would not end on two long texts that share their lines in random order.
func TestDiffIsBounded(t *testing.T) {
	var a, b []string
	for i := range 20_000 {
		a = append(a, string(rune('a'+i*7919%23))+"\n")
		b = append(b, string(rune('a'+i*104729%19))+"\n")
	}
	hunks := lineDiff(strings.Join(a, ""), strings.Join(b, ""))
	if len(hunks) == 0 {
		t.Error("no hunks")
	}
}

func TestWords(t *testing.T) {
	tests := []struct{ old, new, want string }{
		{"refund the order", "refund that order", "refund [the] order|refund [that] order"},
		{"退款政策", "退货政策", "退[款]政策|退[货]政策"},
		{"👩‍👩‍👧 x", "👩‍👩‍👦 x", "[👩‍👩‍👧] x|[👩‍👩‍👦] x"},
		{"e x", "e\u0301 x", "[e] x|[e\u0301] x"},
		{"a", "a b", "a|a[ b]"},
		{strings.Repeat("a ", 3000) + "b c d", strings.Repeat("a ", 3000) + "B c D",
			strings.Repeat("a ", 3000) + "[b c d]|" + strings.Repeat("a ", 3000) + "[B c D]"},
	}
	for _, tt := range tests {
		old, new := words(tt.old, tt.new)
		if d := cmp.Diff(tt.want, marked(old)+"|"+marked(new)); d != "" {
			t.Errorf("%.20s: %s", tt.old, d)
		}
	}
}

func marked(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		if s.Changed {
			b.WriteString("[" + s.Text + "]")
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}
