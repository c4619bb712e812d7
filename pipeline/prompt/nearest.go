package prompt

import (
	"strings"
	"unicode/utf8"
)

// nearest is the name that takes the fewest edits to come from name, without regard to case; the first of several;
// empty when there are none.
func nearest(name string, names []string) string {
	best, least := "", -1
	for _, n := range names {
		if d := distance([]rune(strings.ToLower(name)), []rune(strings.ToLower(n))); least < 0 || d < least {
			best, least = n, d
		}
	}
	return best
}

// distance is Levenshtein's.
func distance(a, b []rune) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j, y := range b {
			above := row[j+1]
			swap := diagonal
			if x != y {
				swap++
			}
			row[j+1] = min(swap, above+1, row[j]+1)
			diagonal = above
		}
	}
	return row[len(b)]
}

// hint is " (nearest: prefix+name)" where there is one. Names beyond reason get none: the table of edits is as long as
// both.
func hint(prefix, name string, names []string) string {
	if utf8.RuneCountInString(name) > 100 {
		return ""
	}
	if n := nearest(name, names); n != "" {
		return " (nearest: " + prefix + n + ")"
	}
	return ""
}
