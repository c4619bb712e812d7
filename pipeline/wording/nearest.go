// Package wording finds words for people: the name nearest to a misspelt one, nouns in the form for a number, and a
// short form of many names.
package wording

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the known name that got was most likely meant to be, empty if none is near. Of two equally near ones
// the first counts. Near allows a third of the characters to be wrong, added, missing or exchanged with a neighbour;
// case is ignored.
func Nearest(got string, known []string) string {
	limit := (utf8.RuneCountInString(got) + 2) / 3
	best, name := limit+1, ""
	for _, k := range known {
		if d := distance(got, k, best); d < best {
			best, name = d, k
		}
	}
	return name
}

// Hint returns the end of an error about an unknown name: " (nearest: router)", or all known ones if none is near.
func Hint(got string, known []string) string {
	if near := Nearest(got, known); near != "" {
		return " (nearest: " + near + ")"
	}
	if len(known) == 0 {
		return ""
	}
	return " (known: " + strings.Join(known, ", ") + ")"
}

// Distance counts the edits between two names, 3 for three and more.
func Distance(a, b string) int { return distance(a, b, 3) }

// distance counts the edits between two names, up to limit: greater distances cost no more time.
func distance(a, b string, limit int) int {
	if abs(utf8.RuneCountInString(a)-utf8.RuneCountInString(b)) >= limit {
		return limit
	}
	s, t := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	older, old, row := make([]int, len(t)+1), make([]int, len(t)+1), make([]int, len(t)+1)
	for j := range old {
		old[j] = j
	}
	for i := 1; i <= len(s); i++ {
		row[0] = i
		least := i
		for j := 1; j <= len(t); j++ {
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+cost(s[i-1], t[j-1]))
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least > limit {
			return limit
		}
		older, old, row = old, row, older
	}
	return min(old[len(t)], limit)
}

func cost(a, b rune) int {
	if a == b {
		return 0
	}
	return 1
}

func abs(i int) int { return max(i, -i) }
