package goldens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scalar writes a name: plain if every parser reads it as that string, else double-quoted. A plain one is also valid in
// a flow collection.
func (w *writer) scalar(s string) {
	s = w.valid(s)
	if isPlain(s) {
		w.raw(s)
	} else {
		w.quoted(s, -1)
	}
}

// isPlain requires a letter first, because YAML's numbers, dates and signs begin with something else.
func isPlain(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	if s == "" || !isLetter(first) || isWord(s) || s[len(s)-1] == ' ' || s[len(s)-1] == ':' {
		return false
	}
	previous := first
	for _, r := range s {
		switch {
		case isLetter(r), '0' <= r && r <= '9', strings.ContainsRune("-./@%+()~=", r):
		case r == ' ' && previous != ':':
		case r == ':', r == '#' && previous != ' ': // ": " and " #" have a meaning
		default:
			return false
		}
		previous = r
	}
	return true
}

func isLetter(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' || r >= utf8.RuneSelf && unicode.IsLetter(r)
}

// isWord reports whether YAML 1.1 or 1.2 reads s, which begins with a letter, as another type than string.
func isWord(s string) bool {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	}
	return false
}
