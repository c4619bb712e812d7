package secrets

import (
	"slices"
	"sync"
)

// recognised returns the rules for recognisable secrets of issuers, by rank: of two findings at one place the first
// counts. Keys without a kind of their own come after what their name says.
func recognised(between ...rule) []rule {
	var own, others []rule
	for _, s := range issuers() {
		for _, mark := range s.marks {
			r := rule{mark, !s.public, one(func(text string, at int) (Finding, int) { return s.find(text, at, mark) })}
			if s.kind != "" {
				own = append(own, r)
			} else {
				others = append(others, r)
			}
		}
	}
	own = append(own, rule{"eyJ", true, one(findWebToken)}, rule{"-----begin ", false, one(findKeyBlock)})
	return slices.Concat(own, between, others)
}

var shapesAlone = sync.OnceValue(func() *ruleSet { return newRuleSet(recognised()) })
