package systemprompt

import "strings"

// The tags that the prompt requests from a model that must mark its reasoning.
const (
	opensFinal  = "<final>"
	closesFinal = "</final>"
	closesThink = "</think>"
)

// Final returns the range that a user sees of such a model's text: inside the first <final>, which the end of the text
// closes too; without one after the last </think>; without that the text is unmarked and visible as a whole.
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

// asciiLower lower-cases ASCII letters, keeping all offsets.
func asciiLower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
