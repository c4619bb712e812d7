package goldens

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scalar writes a name: plain when no parser can take it for anything but that string, else double-quoted. A plain one
// may stand in a flow collection too.
func (w *writer) scalar(s string) {
	s = w.valid(s)
	if isPlain(s) {
		w.raw(s)
	} else {
		w.quoted(s, -1)
	}
}

// isPlain demands a letter first, because whatever YAML reads as a number, a date or a sign begins with something else.
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

// isWord reports whether YAML 1.1 or 1.2 gives s, which begins with a letter, another type than string.
func isWord(s string) bool {
	switch strings.ToLower(s) {
	case "null", "true", "false", "yes", "no", "on", "off", "y", "n":
		return true
	}
	return false
}
