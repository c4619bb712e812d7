package retrieval_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// misses prints, with -v, which phrases the default does not find among the first eight: their number, and the number
// of those whose every word occurs in over fifty skills, so that no word index could distinguish the wanted one.
func misses(t *testing.T, docs []retrieval.Document, cases []selection) {
	if !testing.Verbose() {
		return
	}
	have := map[string]int{}
	for _, d := range docs {
		words := fields(d.Name + " " + d.Description + " " + d.Body)
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			have[w]++
		}
	}
	rr := reciprocal(of(index(t, docs, retrieval.Default())), cases)
	missed, common, commonMissed, single := 0, 0, 0, 0
	var some []string
	for i, c := range cases {
		if c.Kind != trigger {
			continue
		}
		words := fields(c.Message)
		everywhere := !slices.ContainsFunc(words, func(w string) bool { return have[w] <= 50 })
		if everywhere {
			common++
		}
		if within8(rr[i]) == 1 {
			continue
		}
		missed++
		if everywhere {
			commonMissed++
		}
		if len(words) == 1 {
			single++
		}
		if some = append(some, c.Message); len(some) > 12 {
			some = some[1:]
		}
	}
	t.Logf("missed: %d, of one word %d; every word in over 50 skills: %d phrases, %d of them missed; such as: %s",
		missed, single, common, commonMissed, strings.Join(some, " | "))
}
