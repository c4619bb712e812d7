package diff

import "slices"

// Pairing pairs an item of an old list with one of a new list; -1 stands for none.
type Pairing struct {
	Old, New int
	Moved    bool // it has another position
}

// Pair pairs items with the same key, in the order of the new list; items of only the old list come where they were.
func Pair(old, new []string) []Pairing {
	matches := append(Common(old, new, MaxGrid), Match{len(old), len(new)})
	partner := moves(old, new, matches)
	taken := make(map[int]bool, len(partner))
	for _, i := range partner {
		taken[i] = true
	}
	var pairs []Pairing
	i, j := 0, 0
	for _, m := range matches {
		for ; i < m.Old; i++ {
			if !taken[i] {
				pairs = append(pairs, Pairing{Old: i, New: -1})
			}
		}
		for ; j < m.New; j++ {
			if from, ok := partner[j]; ok {
				pairs = append(pairs, Pairing{from, j, true})
			} else {
				pairs = append(pairs, Pairing{Old: -1, New: j})
			}
		}
		if i < len(old) && j < len(new) {
			pairs = append(pairs, Pairing{Old: i, New: j})
		}
		i, j = i+1, j+1
	}
	return pairs
}

// JoinUnsettled returns the pairings with each run of unsettled ones replaced by join's result. A settled pairing has
// both items, unmoved.
func JoinUnsettled(pairs []Pairing, join func(run []Pairing) []Pairing) []Pairing {
	var all []Pairing
	for len(pairs) > 0 {
		end := slices.IndexFunc(pairs, func(p Pairing) bool { return p.Old >= 0 && p.New >= 0 && !p.Moved })
		if end < 0 {
			return append(all, join(pairs)...)
		}
		all = append(append(all, join(pairs[:end])...), pairs[end])
		pairs = pairs[end+1:]
	}
	return all
}

// moves finds, for unmatched items of the new list, an unmatched one of the same key in the old list. The last match is
// the end of both lists.
func moves(old, new []string, matches []Match) map[int]int {
	left := map[string][]int{}
	i := 0
	for _, m := range matches {
		for ; i < m.Old; i++ {
			left[old[i]] = append(left[old[i]], i)
		}
		i++
	}
	partner := map[int]int{}
	j := 0
	for _, m := range matches {
		for ; j < m.New; j++ {
			if from := left[new[j]]; len(from) > 0 {
				partner[j], left[new[j]] = from[0], from[1:]
			}
		}
		j++
	}
	return partner
}
