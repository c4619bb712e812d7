package goldens

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/goldens/diff"
)

// maxWordDiff is the length of a line, in bytes, from which only a common start and end are searched for.
const maxWordDiff = 4 << 10

// replaced returns the lines of a change, old ones first. They are compared word by word in pairs: the first of each,
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

// words marks the differences between two lines.
func words(old, new string) (oldSpans, newSpans []Span) {
	grid := diff.MaxGrid
	if max(len(old), len(new)) >= maxWordDiff {
		grid = 0
	}
	a, b := diff.Tokens(old), diff.Tokens(new)
	i, j := 0, 0
	for _, r := range diff.Regions(diff.Common(a, b, grid), len(a), len(b)) {
		oldSpans = span(span(oldSpans, a[i:r.Old], false), a[r.Old:r.OldEnd], true)
		newSpans = span(span(newSpans, b[j:r.New], false), b[r.New:r.NewEnd], true)
		i, j = r.OldEnd, r.NewEnd
	}
	return span(oldSpans, a[i:], false), span(newSpans, b[j:], false)
}

func span(spans []Span, tokens []string, changed bool) []Span {
	if len(tokens) == 0 {
		return spans
	}
	return append(spans, Span{Text: strings.Join(tokens, ""), Changed: changed})
}
