// Package diff sets two lists or two texts beside each other: what of them is the same, what has moved, what only one
// of them has, and what of an edit of words is an edit of a JSON value.
package diff

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Match says that item Old of one list is item New of the other.
type Match struct{ Old, New int }

// MaxGrid bounds the work on two lists that share much in different orders, the one case in which a diff takes time as
// the product of their lengths.
const MaxGrid = 16 << 20

// Common finds a longest common subsequence of two lists, or, where that search would exceed grid (see MaxGrid), their
// common start and end. Both indexes of the matches rise.
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

// between searches in what stands from start on. Items that one list alone has are left out of the search: they match
// nothing, and are most of what differs in practice.
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
	dmp.DiffTimeout = 0 // else the result depends on how busy the machine is
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

// encode gives the codes of the items from start on that have one, and where those stand. Within MaxGrid there are
// fewer codes than would reach the surrogates, which are no characters.
func encode(list []string, start int, codes map[string]rune) (coded []rune, index []int) {
	for i, s := range list[start:] {
		if code := codes[s]; code != 0 {
			coded = append(coded, code)
			index = append(index, start+i)
		}
	}
	return coded, index
}
