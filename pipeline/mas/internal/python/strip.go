package python

import (
	"strings"
	"unicode"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// IsSpace reports whether r is white space in Python, for \s and strip(): Unicode's, and the four separators of ASCII.
func IsSpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// Strip is text.strip().
func Strip(text pipeline.Pieces) pipeline.Pieces {
	s := text.String()
	from, to := Bare(s)
	return text.Cut(from, to)
}

// Bare returns the range of a text without surrounding white space.
func Bare(s string) (from, to int) {
	rest := strings.TrimLeftFunc(s, IsSpace)
	from = len(s) - len(rest)
	return from, from + len(strings.TrimRightFunc(rest, IsSpace))
}
