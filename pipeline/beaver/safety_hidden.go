package beaver

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// findHidden finds characters that are invisible or change the direction of the following text.
func (t *safetyText) findHidden() []hit {
	var hits []hit
	var before rune
	for i, r := range t.text {
		if isHidden(r) && !isSpelling(t.text, i, before, r) {
			hits = append(hits, hit{ruleInjection, "invisible characters", span{i, i + utf8.RuneLen(r)}})
		}
		before = r
	}
	return hits
}

// isHidden reports whether a character is invisible: zero width, direction, tags, and unused selectors.
func isHidden(r rune) bool {
	switch {
	case r < 0x200B:
		return r == 0x00AD || r == 0x180E
	case r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x2069, r == 0xFEFF:
		return true
	}
	return r >= 0xE0000 && r <= 0xE01EF
}

// blackFlag begins the flags of countries' parts, which are spelled with tags.
const blackFlag = '\U0001F3F4'

// isSpelling exempts hidden characters that writing needs: joiners between emoji and in scripts that join, direction
// marks beside right-to-left letters, a byte order mark at the beginning of a line, the tags of a flag.
func isSpelling(text string, i int, before, r rune) bool {
	after, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
	switch {
	case r == 0xFEFF:
		return i == 0 || before == '\n'
	case r == 0x200C || r == 0x200D:
		return !isPlain(before) && !isPlain(after)
	case r == 0x200E || r == 0x200F:
		return unicode.In(before, unicode.Arabic, unicode.Hebrew) || unicode.In(after, unicode.Arabic, unicode.Hebrew)
	case r >= 0xE0020 && r <= 0xE007F:
		const longest = 4 * 7 // bytes of the flag and six tags
		return strings.Contains(text[max(0, i-longest):i], string(blackFlag))
	}
	return false
}

// isPlain reports whether a character belongs to writing without joiners; joiners themselves do too.
func isPlain(r rune) bool {
	return r < 0x80 || isHidden(r) || unicode.In(r, unicode.Latin, unicode.Han, unicode.Cyrillic)
}
