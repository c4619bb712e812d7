package systemprompt

import "strings"

// The tags that the prompt asks for of a model that has to mark its reasoning.
const (
	opensFinal  = "<final>"
	closesFinal = "</final>"
	closesThink = "</think>"
)

// Final is where in a text of such a model the part stands that a user sees: inside the first <final>, which the end of
// the text closes too; without one behind the last </think>; without that the text is no such form and seen whole.
func Final(text string) (from, to int) {
	lower := asciiLower(text)
	if at := strings.Index(lower, opensFinal); at >= 0 {
		from = at + len(opensFinal)
		if n := strings.Index(lower[from:], closesFinal); n >= 0 {
			return from, from + n
		}
		return from, len(text)
	}
	if at := strings.LastIndex(lower, closesThink); at >= 0 {
		from = at + len(closesThink)
	}
	return from, len(text)
}

// asciiLower is the text with small letters, each at its place.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
