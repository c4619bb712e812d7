package goldens

import (
	"strings"
	"unicode/utf8"
)

// Available emitters quote a whole message for one emoji, carriage return or byte order mark, and a quoted message
// cannot be reviewed. So texts are written here, in the two forms that all YAML parsers read alike: a literal block if
// nothing in the text could be misread, else a double-quoted scalar with a source line for each line of text.

// text writes a key with a text that may have many lines.
func (w *writer) text(col int, key, s string) {
	s = w.valid(s)
	w.pad(col)
	w.raw(key)
	if fitsBlock(s) {
		w.block(col+2, s)
	} else {
		w.raw(": ")
		w.quoted(s, col+2)
		w.raw("\n")
	}
}

// block writes s as a literal block whose lines begin in column col.
func (w *writer) block(col int, s string) {
	w.raw(": |")
	if s[0] == ' ' || s[0] == '\t' || s[0] == '\n' {
		w.raw("2") // else leading blanks would be read as indentation
	}
	body := strings.TrimRight(s, "\n")
	newlines := len(s) - len(body)
	switch {
	case newlines == 0:
		w.raw("-")
	case newlines > 1:
		w.raw("+")
	}
	w.raw("\n")
	b := w.b
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" {
			b = append(b, blanks[:col]...)
			b = append(b, line...)
		}
		b = append(b, '\n')
	}
	for range newlines - 1 {
		b = append(b, '\n')
	}
	w.b = b
}

// fitsBlock reports whether every parser reads s, which is UTF-8, back from a literal block: it needs no escape, and
// its last nonempty line is not blank, since parsers differ on blank lines at the end.
func fitsBlock(s string) bool {
	body := strings.TrimRight(s, "\n")
	last := body[strings.LastIndexByte(body, '\n')+1:]
	return strings.Trim(last, " \t") != "" && standsForItself(s)
}

// fitsLine reports whether s is short and needs no escape, so that a message of only this text fits on one line.
func fitsLine(s string) bool {
	return len(s) <= 80 && !strings.ContainsAny(s, "\t\n\"\\") && utf8.ValidString(s) && standsForItself(s)
}

// standsForItself reports whether s, which is UTF-8, needs no escape except, in quotes, of the quotes themselves.
func standsForItself(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case ' ' <= c && c < 0x7F, c == '\n', c == '\t':
		case c < utf8.RuneSelf:
			return false
		case c == 0xC2, c == 0xE2, c == 0xEF: // the first bytes of all non-ASCII characters that standing rejects
			if r, _ := utf8.DecodeRuneInString(s[i:]); !standing(r) {
				return false
			}
		}
	}
	return true
}

// standing reports whether a non-ASCII character needs no escape: no parser reads it as a control character, a line
// break, a byte order mark or a character that YAML forbids.
func standing(r rune) bool {
	switch r {
	case 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF:
		return false
	}
	return r >= 0xA0
}

// quoted writes s, which is UTF-8, double-quoted. Each line of s except the last ends in an escaped line break, and the
// next begins in column col; with a negative col everything stays on one line.
func (w *writer) quoted(s string, col int) {
	w.raw(`"`)
	done, continued := 0, false
	for i, r := range s {
		esc := escaped(r)
		if r == ' ' && continued {
			esc = `\x20` // blanks at the start of a source line are dropped
		}
		continued = false
		if esc == "" {
			continue
		}
		w.raw(s[done:i])
		w.raw(esc)
		done = i + utf8.RuneLen(r)
		if r == '\n' && col >= 0 && done < len(s) {
			w.raw("\\\n")
			w.pad(col)
			continued = true
		}
	}
	w.raw(s[done:])
	w.raw(`"`)
}

// escaped returns r as an escape in double quotes; empty when r needs none.
func escaped(r rune) string {
	const hex = "0123456789abcdef"
	switch {
	case r == '"':
		return `\"`
	case r == '\\':
		return `\\`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < ' ', 0x7F <= r && r < 0xA0:
		return `\x` + string([]byte{hex[r>>4], hex[r&15]})
	case r < 0x7F, standing(r):
		return ""
	}
	return `\u` + string([]byte{hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15]})
}
