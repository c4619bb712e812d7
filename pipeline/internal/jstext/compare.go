package jstext

import (
	"slices"
	"unicode/utf16"
)

// Compare orders texts as sort() does: by UTF-16 units.
func Compare(a, b string) int {
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}
