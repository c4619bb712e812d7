package secrets

import (
	"strings"
)

// rule is one way to tell a secret. It is tried wherever its hint stands, in whatever case.
type rule struct {
	hint string // in lower case, of two bytes at least
	// find looks at the hint at an offset. It also says how far it has looked: up to there the rule is not tried again.
	// An empty finding is none.
	find func(text string, at int) (f Finding, looked int)
}

// ruleSet finds the hints of all its rules in one pass, by their first two bytes.
type ruleSet struct {
	rules []rule
	pairs [1 << 16]bool    // whether a hint begins with two bytes
	of    map[uint16][]int // and which ones do
}

func newRuleSet(rules []rule) *ruleSet {
	s := &ruleSet{rules: rules, of: map[uint16][]int{}}
	for i, r := range rules {
		p := pair(r.hint[0], r.hint[1])
		s.pairs[p] = true
		s.of[p] = append(s.of[p], i)
	}
	return s
}

func pair(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

// fold is a letter of ASCII in lower case, and any other byte as it is.
func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// scan gives what the rules find, each place once.
func (s *ruleSet) scan(text string) []Finding {
	var found []ranked
	var looked []int // of each rule
	var last byte
	for i := range len(text) {
		c := fold(text[i])
		p := pair(last, c)
		last = c
		if !s.pairs[p] || i == 0 {
			continue
		}
		for _, n := range s.of[p] {
			r, at := s.rules[n], i-1
			if len(text)-at < len(r.hint) || !strings.EqualFold(text[at:at+len(r.hint)], r.hint) {
				continue
			}
			if looked == nil {
				looked = make([]int, len(s.rules))
			}
			if at < looked[n] {
				continue
			}
			f, end := r.find(text, at)
			looked[n] = end
			if f.End > f.Start {
				found = append(found, ranked{f, n})
			}
		}
	}
	return apart(found)
}
