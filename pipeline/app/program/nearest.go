package program

import (
	"maps"
	"slices"
	"strings"
)

// hint is what an error says behind a name that is none of the known ones: the nearest, or all of them where none is
// near. Names are shown with a prefix.
func hint(got string, known []string, prefix string) string {
	best, name := (len(got)+2)/3+1, ""
	for _, k := range known {
		if d := distance(strings.ToLower(got), strings.ToLower(k)); d < best {
			best, name = d, k
		}
	}
	switch {
	case name != "":
		return " (nearest: " + prefix + name + ")"
	case len(known) == 0:
		return ""
	}
	return " (known: " + prefix + strings.Join(known, ", "+prefix) + ")"
}

// distance counts the bytes that are wrong, added or missing in one name against another.
func distance(a, b string) int {
	const longest = 100 // the names of variables are shorter
	if len(a) > longest || len(b) > longest {
		return longest
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			changed := diagonal
			if a[i] != b[j] {
				changed++
			}
			diagonal = row[j+1]
			row[j+1] = min(changed, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
