package secrets

import (
	"slices"
	"sync"
)

// likely are the rules for texts that look like a secret.
var likely = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), environmentRules(),
		queryRules(), cookieRules())...))
})

// all are likely and the rules for JSON values under a secret's name.
var all = sync.OnceValue(func() *ruleSet {
	return newRuleSet(recognised(slices.Concat(schemeRules(), namedRules(name.assigned), namedRules(name.member),
		environmentRules(), queryRules(), cookieRules())...))
})

// find returns the rules' findings in a text, including its encoded parts, in order, each place once.
func (s *ruleSet) find(text string) []Finding {
	found := s.scan(text)
	for _, f := range encoded(text) {
		found = append(found, ranked{f, len(s.rules)})
	}
	return apart(found)
}

// Scan finds texts that look like a secret, in order, each place once. Masks do not count. A Masker finds more: JSON
// values under a secret's name, whatever they look like. The time is linear in the text.
func Scan(text string) []Finding { return likely().find(text) }
