package beaver

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxExcerpt is the maximum length in characters of a finding's excerpt.
const maxExcerpt = 80

// maskedSecret replaces a secret in an excerpt.
const maskedSecret = "****"

// safetyText is a draft under check.
type safetyText struct {
	text    string
	lower   string // for hints: the same lines, but with other offsets
	lines   []int  // offsets of the lines
	secrets []hit  // in order, without overlaps
}

func newSafetyText(text string) *safetyText {
	t := &safetyText{text: text, lower: strings.ToLower(text), lines: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns the number of the line at an offset, counted from 1.
func (t *safetyText) line(offset int) int {
	i, found := slices.BinarySearch(t.lines, offset)
	if found {
		return i + 1
	}
	return i
}

// lineStart returns the beginning of a line; for missing lines the nearest end of the text.
func (t *safetyText) lineStart(n int) int {
	switch {
	case n <= 1:
		return 0
	case n > len(t.lines):
		return len(t.text)
	}
	return t.lines[n-1]
}

// excerpt returns the visible part of a hit: its line if that is short, else the line from shortly before the hit. It
// contains no secret and no invisible character.
func (t *safetyText) excerpt(at span) string {
	n := t.line(at.start)
	start, end := t.lineStart(n), t.lineStart(n+1)
	if end > start && t.text[end-1] == '\n' {
		end--
	}
	if utf8.RuneCountInString(t.text[start:end]) > maxExcerpt {
		start = t.before(at.start, start)
	}
	return shorten(strings.TrimSpace(t.visible(start, end)))
}

// before returns the offset some characters before another one, in the same line.
func (t *safetyText) before(offset, lineStart int) int {
	const context = 24
	for range context {
		if offset <= lineStart {
			return lineStart
		}
		_, size := utf8.DecodeLastRuneInString(t.text[lineStart:offset])
		offset -= size
	}
	return offset
}

// visible returns a piece of a line with its secrets masked and its control characters escaped, up to the length of an
// excerpt.
func (t *safetyText) visible(start, end int) string {
	var b strings.Builder
	next, _ := slices.BinarySearchFunc(t.secrets, start, func(h hit, offset int) int { return h.at.end - offset - 1 })
	for i, seen := start, 0; i < end && seen <= 2*maxExcerpt; seen++ {
		if next < len(t.secrets) && i >= t.secrets[next].at.start {
			b.WriteString(maskedSecret)
			i = t.secrets[next].at.end
			next++
			continue
		}
		r, size := utf8.DecodeRuneInString(t.text[i:])
		switch {
		case r == '\t' || unicode.IsPrint(r) && r != utf8.RuneError:
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\u{%x}`, r)
		}
		i += size
	}
	return b.String()
}

// shorten returns s, or its first maxExcerpt characters and an ellipsis.
func shorten(s string) string {
	n := 0
	for i := range s {
		if n == maxExcerpt {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
