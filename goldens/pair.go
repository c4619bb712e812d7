package goldens

// pairing sets an item of an old list beside one of a new list; -1 stands for none.
type pairing struct {
	old, new int
	moved    bool // it stands at another place in the order
}

// pair sets items with the same key beside each other, in the order of the new list; items of the old list alone come
// where they stood.
func pair(old, new []string) []pairing {
	matches := append(common(old, new, maxGrid), match{len(old), len(new)})
	partner := moves(old, new, matches)
	taken := make(map[int]bool, len(partner))
	for _, i := range partner {
		taken[i] = true
	}
	var pairs []pairing
	i, j := 0, 0
	for _, m := range matches {
		for ; i < m.old; i++ {
			if !taken[i] {
				pairs = append(pairs, pairing{old: i, new: -1})
			}
		}
		for ; j < m.new; j++ {
			if from, ok := partner[j]; ok {
				pairs = append(pairs, pairing{from, j, true})
			} else {
				pairs = append(pairs, pairing{old: -1, new: j})
			}
		}
		if i < len(old) && j < len(new) {
			pairs = append(pairs, pairing{old: i, new: j})
		}
		i, j = i+1, j+1
	}
	return pairs
}

// moves finds, for items of the new list that match nothing, one of the same key in the old list that matches nothing
// either. The last match is the end of both lists.
func moves(old, new []string, matches []match) map[int]int {
	left := map[string][]int{}
	i := 0
	for _, m := range matches {
		for ; i < m.old; i++ {
			left[old[i]] = append(left[old[i]], i)
		}
		i++
	}
	partner := map[int]int{}
	j := 0
	for _, m := range matches {
		for ; j < m.new; j++ {
			if from := left[new[j]]; len(from) > 0 {
				partner[j], left[new[j]] = from[0], from[1:]
			}
		}
		j++
	}
	return partner
}
