package app

import (
	"strings"
	"unicode"
)

// Limits of names, in characters.
const (
	longestName  = 60
	longestLabel = 40
)

// heading returns the name in a Markdown heading in ATX form.
func heading(text string) (name string, ok bool) {
	text, ok = unindented(text)
	if !ok || text == "" || text[0] != '#' {
		return "", false
	}
	level := 1
	for level < len(text) && level <= 6 && text[level] == '#' {
		level++
	}
	if level > 6 || level == len(text) || text[level] != ' ' && text[level] != '\t' {
		return "", false
	}
	name = readable(withoutClosing(text[level:]))
	return name, name != ""
}

// withoutClosing removes the run of # that may end a heading, but not that of "C#".
func withoutClosing(text string) string {
	text = strings.TrimRight(text, " \t")
	rest := strings.TrimRight(text, "#")
	if strings.HasSuffix(rest, " ") || strings.HasSuffix(rest, "\t") {
		return rest
	}
	return text
}

// readable turns a heading into a name: one line without markup, of bounded length.
func readable(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "**", ""), "`", "")
	text = strings.Map(printable, text)
	text = strings.TrimSpace(strings.Trim(strings.TrimSpace(text), "*"))
	return strings.TrimSpace(text[:prefixEnd(text, longestName)])
}

func printable(r rune) rune {
	if unicode.IsControl(r) || r > unicode.MaxLatin1 && unicode.In(r, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
		return ' '
	}
	return r
}

// prefixEnd returns the length in bytes of the first n characters of a text.
func prefixEnd(text string, n int) int {
	for at := range text {
		if n--; n < 0 {
			return at
		}
	}
	return len(text)
}

// label returns the name on a line that is only a short label and a colon, bold or not.
func label(text string) (name string, ok bool) {
	text = strings.TrimRight(text, " \t")
	if bold, isBold := strings.CutPrefix(text, "**"); isBold {
		text = strings.Replace(bold, "**", "", 1)
	}
	name, ok = strings.CutSuffix(text, ":")
	if !ok {
		name, ok = strings.CutSuffix(text, "：")
	}
	name = strings.TrimRight(name, " ")
	return name, ok && isLabel(name)
}

// isLabel reports whether a text can be a label: it begins with a letter or a digit, and has a letter.
func isLabel(text string) bool {
	if prefixEnd(text, longestLabel) < len(text) {
		return false
	}
	letters := false
	for i, r := range text {
		letter := unicode.IsLetter(r)
		letters = letters || letter
		inner := i > 0 && (unicode.IsMark(r) || strings.ContainsRune(" -_/&", r))
		if !letter && !inner && !unicode.IsDigit(r) {
			return false
		}
	}
	return letters
}
