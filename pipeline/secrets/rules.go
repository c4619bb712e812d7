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

// likely are the rules for what looks like a secret.
var likely = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), queryRules(), cookieRules())...))
})

// all are likely and those for what stands in JSON under a secret's name.
var all = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), namedRules(name.member),
		queryRules(), cookieRules())...))
})

// find gives what the rules find in a text, and what is a secret in what the text has encoded, in order, each place
// once.
func (s *ruleSet) find(text string) []Finding {
	found := s.scan(text)
	for _, f := range encoded(text) {
		found = append(found, ranked{f, len(s.rules)})
	}
	return apart(found)
}

// Scan finds what looks like a secret, in order, each place once. Masks are none. A Masker takes more for one: what
// stands in JSON under a secret's name, whatever it looks like. The time it takes is linear in the text.
func Scan(text string) []Finding { return likely().find(text) }
