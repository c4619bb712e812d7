package main

import "unicode/utf8"

// simpler maps each traditional character to its most frequent simplified form, if that differs.
func simpler(entries []entry) map[rune]rune {
	counts := map[rune]map[rune]int{}
	for _, e := range entries {
		simple := []rune(e.simplified)
		if len(simple) != utf8.RuneCountInString(e.traditional) {
			continue
		}
		for i, r := range []rune(e.traditional) {
			if counts[r] == nil {
				counts[r] = map[rune]int{}
			}
			counts[r][simple[i]]++
		}
	}
	to := map[rune]rune{}
	for r, by := range counts {
		if s := commonest(by); s != r {
			to[r] = s
		}
	}
	return to
}

// commonest returns the character with the highest count; of equal ones the lesser.
func commonest(counts map[rune]int) rune {
	var best rune
	for r, n := range counts {
		if n > counts[best] || n == counts[best] && r < best {
			best = r
		}
	}
	return best
}

// folded returns a word in the characters in which queries are looked up.
func folded(word string, to map[rune]rune) string {
	chars := []rune(word)
	for i, r := range chars {
		if s, ok := to[r]; ok {
			chars[i] = s
		}
	}
	return string(chars)
}
