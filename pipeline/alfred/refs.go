package alfred

import (
	"slices"
	"strings"
	"unicode"
)

// refsIn returns the known references in a text, each once, in the order of the text.
func (c *conversation) refsIn(text string) []string {
	var refs []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_'
	}) {
		if _, known := c.Registry.Entity(word); known {
			refs = append(refs, word)
		}
	}
	return unique(refs)
}

// unique removes duplicates from a list.
func unique(list []string) []string {
	var once []string
	for _, s := range list {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}
