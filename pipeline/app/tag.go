package app

import (
	"strings"
	"unicode"
)

// tag is an opening or closing tag.
type tag struct {
	name    string
	closing bool
	size    int // in bytes, with < and >
}

// tagAt reads the tag that a text begins with: it ends within the line, and is not empty as <br/> is.
func tagAt(text string) (t tag, ok bool) {
	rest := text[1:]
	rest, t.closing = strings.CutPrefix(rest, "/")
	t.name = tagName(rest)
	rest = rest[len(t.name):]
	attributes, ok := tagEnd(rest)
	if !ok || t.name == "" {
		return tag{}, false
	}
	inner := rest[:attributes]
	t.size = len(text) - len(rest) + attributes + 1
	if t.closing {
		return t, isBlank(inner)
	}
	return t, (inner == "" || isBlank(inner[:1])) && !strings.HasSuffix(inner, "/")
}

// tagName returns the name that a text begins with; empty: none, or one too long for a section's.
func tagName(text string) string {
	n := 0
	for i, r := range text {
		if n++; !inName(r, i == 0) {
			return text[:i]
		}
		if n > longestName {
			return ""
		}
	}
	return text
}

func inName(r rune, first bool) bool {
	return r == '_' || unicode.IsLetter(r) || !first && (unicode.IsDigit(r) || strings.ContainsRune("-.:", r))
}

// tagEnd returns the offset of the > that ends a tag, after its name. A > in quotes does not count; another < or the
// end of the line means that there is none.
func tagEnd(text string) (at int, ok bool) {
	quote := byte(0)
	for at := range len(text) {
		switch c := text[at]; {
		case c == '<' || c == '\n':
			return 0, false
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return at, true
		}
	}
	return 0, false
}
