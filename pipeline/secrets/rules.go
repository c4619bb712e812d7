package secrets

import (
	"slices"
	"sync"
)

// likely are the rules for what looks like a secret, in an order: of what two of them find at one place the first
// counts.
var likely = sync.OnceValue(func() *ruleSet {
	return newRuleSet(slices.Concat(shapeRules(), schemeRules(), namedRules(name.assigned)))
})

// all are likely and those for what stands in JSON under a secret's name.
var all = sync.OnceValue(func() *ruleSet {
	return newRuleSet(slices.Concat(shapeRules(), schemeRules(), namedRules(name.assigned), namedRules(name.member)))
})

// Scan finds what looks like a secret, in order, each place once. Masks are none. A Masker takes more for one: what
// stands in JSON under a secret's name, whatever it looks like. The time it takes is linear in the text.
func Scan(text string) []Finding { return likely().scan(text) }
