package main

import (
	"cmp"
	"math"
	"slices"
)

// option is an English word for a Chinese one, with its weight: the best has full.
type option struct {
	english string
	weight  int
}

const (
	full        = 100
	most        = 8    // options of a word
	laterSense  = 0.85 // weight of a sense relative to the one before it
	longestText = 255  // bytes of a word
)

// optionsOf weighs the words of the senses: in a sense of n words each counts 1/n, and less in each further sense,
// unless all senses are alike.
func optionsOf(senses []sense, alike bool) []option {
	best := map[string]float64{}
	var order []string
	weight := 1.0
	for _, s := range senses {
		for _, w := range s {
			if len(w) > longestText {
				continue
			}
			if best[w] == 0 {
				order = append(order, w)
			}
			best[w] = max(best[w], weight/float64(len(s)))
		}
		if !alike {
			weight = weight * laterSense
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return cmp.Compare(best[b], best[a]) })
	var all []option
	for _, w := range order[:min(most, len(order))] {
		share := best[w] / best[order[0]]
		all = append(all, option{w, max(1, int(math.Round(full*share)))})
	}
	return all
}
