package alfred

import (
	"slices"
	"strings"
	"unicode"
)

// refsIn are the references in a text that the registry knows, each once, in the order of the text.
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

// unique is a list in which nothing stands twice.
func unique(list []string) []string {
	var once []string
	for _, s := range list {
		if !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}
