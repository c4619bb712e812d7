// Package printable makes foreign text safe to print, fits it into a number of columns, characters or bytes, and prints
// lines of diffs.
package printable

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Line makes a text safe for one line of a terminal: control characters, those that change the direction of writing,
// and invalid UTF-8 are escaped.
func Line(s string) string { return escape(s, "") }

// LineWithTabs is Line but keeps tabs.
func LineWithTabs(s string) string { return escape(s, "\t") }

// Lines is Line for each line of a text.
func Lines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = Line(l)
	}
	return strings.Join(lines, "\n")
}

// escape escapes everything in s that is not printable, except the characters of but.
func escape(s, but string) string {
	if utf8.ValidString(s) && strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\ufffd"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case strings.ContainsRune(but, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case unprintable(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// Clip cuts a text at so many code points, and makes it Valid.
func Clip(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return Valid(s[:i]) + "…"
		}
		n++
	}
	return Valid(s)
}

// Valid returns a text with U+FFFD in place of bytes that are not UTF-8.
func Valid(s string) string {
	s, _ = pipeline.Repair(s)
	return s
}

// ClipBytes cuts a text at so many bytes, never within a character, and says so.
func ClipBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}

// Width returns how many columns of a terminal a text takes: characters of East Asia take two.
func Width(s string) int { return measure().StringWidth(s) }

// Cut shortens a text to so many columns.
func Cut(s string, columns int) string { return measure().Truncate(s, columns, "…") }

// CutMiddle shortens a text to so many columns, and keeps both ends.
func CutMiddle(s string, columns int) string {
	m := measure()
	width := m.StringWidth(s)
	if width <= columns {
		return s
	}
	head := m.Truncate(s, columns/2, "")
	return head + "…" + m.TruncateLeft(s, width-(columns-1-m.StringWidth(head)), "")
}

// measure returns fixed settings: by default the library uses the locale.
func measure() *runewidth.Condition { return &runewidth.Condition{StrictEmojiNeutral: true} }
