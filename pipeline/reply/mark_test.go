package reply

import (
	"regexp"
	"testing"

	"pgregory.net/rapid"
)

// nextMark finds what this expression finds, which takes a hundred times as long in a text without any mark.
func TestNextMarkLaw(t *testing.T) {
	mark := regexp.MustCompile("[{\\[]|<think>|(?m:^)[ \t]*(?:```|~~~)[ \t]*[A-Za-z0-9_+.-]*")
	piece := rapid.SampledFrom([]string{"a", " ", "\t", "\n", "{", "[", "<think>", "<", "```", "`", "~~~", "json", "é"})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for _, p := range rapid.SliceOfN(piece, 0, 12).Draw(t, "pieces") {
			text += p
		}
		pos := rapid.IntRange(0, len(text)).Draw(t, "pos")
		want := [2]int{}
		if at := mark.FindStringIndex(text[pos:]); at != nil {
			want = [2]int{pos + at[0], pos + at[1]}
		}
		if begin, end := nextMark(text, pos); [2]int{begin, end} != want {
			t.Fatalf("%q behind %d: %d to %d, want %v", text, pos, begin, end, want)
		}
	})
}
