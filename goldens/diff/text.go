package diff

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Region is the part between two matches, in either list.
type Region struct{ Old, OldEnd, New, NewEnd int }

// Regions returns the parts between the matches of two lists of these lengths, in order.
func Regions(matches []Match, oldLen, newLen int) []Region {
	var regions []Region
	i, j := 0, 0
	for _, m := range append(matches, Match{oldLen, newLen}) {
		if m.Old > i || m.New > j {
			regions = append(regions, Region{i, m.Old, j, m.New})
		}
		i, j = m.Old+1, m.New+1
	}
	return regions
}

// Lines cuts a text after each newline.
func Lines(s string) []string {
	list := strings.SplitAfter(s, "\n")
	if last := len(list) - 1; list[last] == "" {
		list = list[:last]
	}
	return list
}

// Tokens cuts a line into words and the text between them. Chinese and Japanese have no blanks, so there each character
// is a word.
func Tokens(line string) []string {
	var list []string
	inWord := false
	start := 0
	for g := graphemes.FromString(line); g.Next(); {
		isWord := startsWord(g.Value())
		if g.Start() > start && !(isWord && inWord) {
			list = append(list, line[start:g.Start()])
			start = g.Start()
		}
		inWord = isWord
	}
	if start < len(line) {
		list = append(list, line[start:])
	}
	return list
}

// SameEnds returns the number of bytes that two lists of words share at their beginning and at their end.
func SameEnds(old, new []string) (start, end int) {
	i := 0
	for i < min(len(old), len(new)) && old[i] == new[i] {
		start += len(old[i])
		i++
	}
	for k := 1; k <= min(len(old), len(new))-i && old[len(old)-k] == new[len(new)-k]; k++ {
		end += len(old[len(old)-k])
	}
	return start, end
}

func startsWord(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return false
	}
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
