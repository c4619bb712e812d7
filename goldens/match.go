package goldens

import (
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// match says that item old of one list is item new of the other.
type match struct{ old, new int }

// maxGrid bounds the work on two lists that share much in different orders, the one case in which a diff takes time as
// the product of their lengths.
const maxGrid = 16 << 20

// common finds a longest common subsequence of two lists, or, where that search would exceed grid, their common start
// and end. Both indexes of the matches rise.
func common(old, new []string, grid int) []match {
	var matches []match
	start := 0
	for start < min(len(old), len(new)) && old[start] == new[start] {
		matches = append(matches, match{start, start})
		start++
	}
	oldEnd, newEnd := len(old), len(new)
	for oldEnd > start && newEnd > start && old[oldEnd-1] == new[newEnd-1] {
		oldEnd--
		newEnd--
	}
	matches = append(matches, between(old[:oldEnd], new[:newEnd], start, grid)...)
	for ; oldEnd < len(old); oldEnd++ {
		matches = append(matches, match{oldEnd, newEnd})
		newEnd++
	}
	return matches
}

// between searches in what stands from start on. Items that one list alone has are left out of the search: they match
// nothing, and are most of what differs in practice.
func between(old, new []string, start, grid int) []match {
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
	var matches []match
	i, j := 0, 0
	dmp := diffmatchpatch.New()
	dmp.DiffTimeout = 0 // else the result depends on how busy the machine is
	for _, d := range dmp.DiffMainRunes(oldCodes, newCodes, false) {
		n := utf8.RuneCountInString(d.Text)
		for k := range n {
			if d.Type == diffmatchpatch.DiffEqual {
				matches = append(matches, match{oldIndex[i+k], newIndex[j+k]})
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

// encode gives the codes of the items from start on that have one, and where those stand. Within maxGrid there are
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
