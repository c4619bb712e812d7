package review

import (
	"strings"
	"unicode/utf8"
)

// find returns the position of a text in a line, ignoring case.
func find(text, sought string) (from, to int, ok bool) {
	for i := range text {
		if n, ok := begins(text[i:], sought); ok {
			return i, i + n, true
		}
	}
	return 0, 0, false
}

// begins reports whether a text begins with another one, ignoring case, and that prefix's length in bytes.
func begins(text, with string) (n int, ok bool) {
	for _, want := range with {
		got, size := utf8.DecodeRuneInString(text[n:])
		if size == 0 || got != want && !strings.EqualFold(string(got), string(want)) {
			return 0, false
		}
		n += size
	}
	return n, true
}
