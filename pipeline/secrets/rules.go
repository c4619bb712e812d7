package secrets

import (
	"slices"
	"sync"
)

// likely are the rules for what looks like a secret.
var likely = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), environmentRules(),
		queryRules(), cookieRules())...))
})

// all are likely and those for what stands in JSON under a secret's name.
var all = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), namedRules(name.member),
		environmentRules(), queryRules(), cookieRules())...))
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
