package secrets

import (
	"slices"
	"sync"
)

// recognised are the rules for what an issuer has made recognisable, by rank: of what two of them find at one place
// the first counts. Keys that have no kind of their own come behind what their name says.
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
