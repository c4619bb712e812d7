// Package diff compares two lists or two texts: it finds common, moved, added and removed parts, and edits of words
// that are edits of JSON values.
package diff

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Match says that item Old of one list is item New of the other.
type Match struct{ Old, New int }

// MaxGrid bounds the work on two lists that share much in different orders, the only case in which a diff takes time
// proportional to the product of their lengths.
const MaxGrid = 16 << 20

// Common finds a longest common subsequence of two lists, or, where that search would exceed grid (see MaxGrid), their
// common start and end. Both indexes of the matches increase.
func Common(old, new []string, grid int) []Match {
	var matches []Match
	start := 0
	for start < min(len(old), len(new)) && old[start] == new[start] {
		matches = append(matches, Match{start, start})
		start++
	}
	oldEnd, newEnd := len(old), len(new)
	for oldEnd > start && newEnd > start && old[oldEnd-1] == new[newEnd-1] {
		oldEnd--
		newEnd--
	}
	matches = append(matches, between(old[:oldEnd], new[:newEnd], start, grid)...)
	for ; oldEnd < len(old); oldEnd++ {
		matches = append(matches, Match{oldEnd, newEnd})
		newEnd++
	}
	return matches
}

// between searches from start on. Items of only one list are left out of the search: they match nothing, and are most
// of the differences in practice.
func between(old, new []string, start, grid int) []Match {
	inNew := make(map[string]bool, len(new)-start)
	for _, s := range new[start:] {
		inNew[s] = true
	}
	codes := map[string]rune{}
	for _, s := range old[start:] {
		if inNew[s] && codes[s] == 0 {
			codes[s] = rune(len(codes) + 1)
		}
	}
	oldCodes, oldIndex := encode(old, start, codes)
	newCodes, newIndex := encode(new, start, codes)
	if len(oldCodes)*len(newCodes) > grid {
		return nil
	}
	var matches []Match
	i, j := 0, 0
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // else the result depends on the machine's load
	for _, d := range dmp.DiffMainRunes(oldCodes, newCodes, false) {
		n := utf8.RuneCountInString(d.Text)
		for k := range n {
			if d.Type == diffmatchpatch.DiffEqual {
				matches = append(matches, Match{oldIndex[i+k], newIndex[j+k]})
			}
		}
		if d.Type != diffmatchpatch.DiffInsert {
			i += n
		}
		if d.Type != diffmatchpatch.DiffDelete {
			j += n
		}
	}
	return matches
}

// encode returns the codes of the items from start on that have one, with their indexes. Within MaxGrid there are too
// few codes to reach the surrogates, which are not characters.
func encode(list []string, start int, codes map[string]rune) (coded []rune, index []int) {
	for i, s := range list[start:] {
		if code := codes[s]; code != 0 {
			coded = append(coded, code)
			index = append(index, start+i)
		}
	}
	return coded, index
}
