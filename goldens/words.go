package goldens

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/graphemes"
)

// Span is a piece of a line. It never begins or ends inside of what a reader sees as one character.
type Span struct {
	Text    string
	Changed bool
}

// maxWordDiff is the length of a line, in bytes, from which on only a common start and end are looked for in it.
const maxWordDiff = 4 << 10

// replaced gives the lines of a change, old ones first. The first of each are held against each other word by word,
// then the second, and so on.
func replaced(old, new []string) []Line {
	list := make([]Line, 0, len(old)+len(new))
	for _, text := range old {
		list = append(list, Line{Op: Removed, Text: text})
	}
	for _, text := range new {
		list = append(list, Line{Op: Added, Text: text})
	}
	for i := range min(len(old), len(new)) {
		list[i].Words, list[len(old)+i].Words = words(old[i], new[i])
	}
	return list
}

// words marks what differs between two lines.
func words(old, new string) (oldSpans, newSpans []Span) {
	grid := maxGrid
	if max(len(old), len(new)) >= maxWordDiff {
		grid = 0
	}
	a, b := tokens(old), tokens(new)
	i, j := 0, 0
	for _, r := range regionsOf(common(a, b, grid), len(a), len(b)) {
		oldSpans = span(span(oldSpans, a[i:r.old], false), a[r.old:r.oldEnd], true)
		newSpans = span(span(newSpans, b[j:r.new], false), b[r.new:r.newEnd], true)
		i, j = r.oldEnd, r.newEnd
	}
	return span(oldSpans, a[i:], false), span(newSpans, b[j:], false)
}

func span(spans []Span, tokens []string, changed bool) []Span {
	if len(tokens) == 0 {
		return spans
	}
	return append(spans, Span{Text: strings.Join(tokens, ""), Changed: changed})
}

// tokens cuts a line into words and what stands between them. Chinese and Japanese do without blanks, so there each
// character is a word.
func tokens(line string) []string {
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

func startsWord(cluster string) bool {
	r, _ := utf8.DecodeRuneInString(cluster)
	if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) {
		return false
	}
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r)
}
