package secrets

import "strings"

// rule is one way to recognize secrets. It is tried wherever its hint occurs.
type rule struct {
	hint  string // of two bytes at least; in lower case, unless it is exact
	exact bool   // the hint must match this case; else any
	// find checks the hint at an offset. It also returns how far it looked: up to there the rule is not tried again.
	find func(text string, at int) (found []Finding, looked int)
}

// one makes a rule that finds one secret at a hint; an empty finding is none.
func one(find func(text string, at int) (Finding, int)) func(text string, at int) ([]Finding, int) {
	return func(text string, at int) ([]Finding, int) {
		f, looked := find(text, at)
		if f.End <= f.Start {
			return nil, looked
		}
		return []Finding{f}, looked
	}
}

// stands reports whether the rule's hint is at an offset.
func (r *rule) stands(text string, at int) bool {
	if len(text)-at < len(r.hint) {
		return false
	}
	text = text[at : at+len(r.hint)]
	return text == r.hint || !r.exact && strings.EqualFold(text, r.hint)
}

// ruleSet finds the hints of all its rules in one pass, by their first bytes.
type ruleSet struct {
	rules  []rule
	pairs  [1 << 16]uint16 // index in groups for the first two bytes of a hint
	groups []group         // the first has none
}

// group are the rules whose hints begin with the same two bytes.
type group struct {
	third [256]bool // whether a hint continues with a byte
	rules []int
}

func newRuleSet(rules []rule) *ruleSet {
	s := &ruleSet{rules: rules, groups: make([]group, 1)}
	for i, r := range rules {
		for _, p := range r.begins() {
			if s.pairs[p] == 0 {
				s.pairs[p] = uint16(len(s.groups))
				s.groups = append(s.groups, group{})
			}
			s.groups[s.pairs[p]].add(i, r)
		}
	}
	return s
}

func (g *group) add(i int, r rule) {
	g.rules = append(g.rules, i)
	for c := range g.third {
		if len(r.hint) < 3 || r.hint[2] == byte(c) || !r.exact && upperOf(r.hint[2]) == byte(c) {
			g.third[c] = true
		}
	}
}

// begins returns the pairs of bytes that the hint begins with, in each possible case.
func (r *rule) begins() []uint16 {
	pair := func(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }
	a, b := r.hint[0], r.hint[1]
	if r.exact {
		return []uint16{pair(a, b)}
	}
	all := []uint16{pair(a, b)}
	if c := upperOf(a); c != a {
		all = append(all, pair(c, b))
	}
	if c := upperOf(b); c != b {
		for _, p := range all {
			all = append(all, p&0xff00|uint16(c))
		}
	}
	return all
}

// upperOf returns an ASCII letter in upper case, and any other byte unchanged.
func upperOf(c byte) byte {
	if 'a' <= c && c <= 'z' {
		return c - ('a' - 'A')
	}
	return c
}

// scan returns the rules' findings, each with its rank.
func (s *ruleSet) scan(text string) []ranked {
	if text == "" {
		return nil
	}
	var found []ranked
	var looked []int // of each rule
	p := uint16(text[0])
	for i := 1; i < len(text); i++ {
		p = p<<8 | uint16(text[i])
		n := s.pairs[p]
		if n == 0 || i+1 < len(text) && !s.groups[n].third[text[i+1]] {
			continue
		}
		for _, n := range s.groups[n].rules {
			r, at := &s.rules[n], i-1
			if !r.stands(text, at) {
				continue
			}
			if looked == nil {
				looked = make([]int, len(s.rules))
			}
			if at < looked[n] {
				continue
			}
			var of []Finding
			of, looked[n] = r.find(text, at)
			for _, f := range of {
				found = append(found, ranked{f, n})
			}
		}
	}
	return found
}
