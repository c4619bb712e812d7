package ollamatest

import (
	"cmp"
	"slices"
	"strings"
)

// pair is two adjacent tokens that a merge joins.
type pair struct{ left, right string }

// learnMerges returns the merges of a byte-pair encoding, in their order, that make one token of each word, and one of
// the word after a space. Other words become a few tokens each, since words share their parts. Each step merges the
// most frequent pair; of two equally frequent ones, the first by its letters.
func learnMerges(words []string) []pair {
	words = slices.Compact(slices.Sorted(slices.Values(words)))
	var open [][]string // the tokens of each word that is not one token yet
	for _, w := range words {
		open = append(open, strings.Split(w, ""))
	}
	var merges []pair
	count := map[pair]int{}
	for {
		open = slices.DeleteFunc(open, func(tokens []string) bool { return len(tokens) == 1 })
		if len(open) == 0 {
			break
		}
		best := commonest(open, count)
		merges = append(merges, best)
		for i := range open {
			open[i] = merged(open[i], best)
		}
	}
	for _, w := range words {
		merges = append(merges, pair{spaceToken, w})
	}
	return merges
}

// commonest counts the pairs of all words in a reused map.
func commonest(words [][]string, count map[pair]int) pair {
	clear(count)
	for _, tokens := range words {
		for i := range tokens[1:] {
			count[pair{tokens[i], tokens[i+1]}]++
		}
	}
	var best pair
	for p, n := range count {
		if cmp.Or(cmp.Compare(count[best], n), cmp.Compare(p.left, best.left), cmp.Compare(p.right, best.right)) < 0 {
			best = p
		}
	}
	return best
}

// merged returns the tokens of a word after a merge.
func merged(tokens []string, p pair) []string {
	out := tokens[:0]
	for i := 0; i < len(tokens); i++ {
		if i+1 < len(tokens) && tokens[i] == p.left && tokens[i+1] == p.right {
			out = append(out, p.left+p.right)
			i++
		} else {
			out = append(out, tokens[i])
		}
	}
	return out
}
