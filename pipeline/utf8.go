package pipeline

import (
	"strings"
	"unicode/utf8"
)

// Repair replaces invalid UTF-8 in s by U+FFFD and returns the number of runs of invalid bytes.
func Repair(s string) (repaired string, runs int) {
	if utf8.ValidString(s) {
		return s, 0
	}
	repaired = strings.ToValidUTF8(s, "\uFFFD")
	bad := false
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		isBad := r == utf8.RuneError && n == 1
		if isBad && !bad {
			runs++
		}
		bad = isBad
		i += n
	}
	return repaired, runs
}
