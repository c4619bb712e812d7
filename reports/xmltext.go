package reports

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostJUnitText is how many bytes of a text a report for JUnit's readers keeps.
const mostJUnitText = 10_000

// xmlLines makes a text fit for XML 1.0, which forbids most control characters even as references. They are shown as
// escapes; lines stay.
func xmlLines(s string) string {
	return xmlChars(printableLines(clipBytes(strings.ToValidUTF8(s, "\ufffd"), mostJUnitText)))
}

// xmlLine is xmlLines for an attribute: one line.
func xmlLine(s string) string {
	return xmlChars(Printable(clipBytes(strings.ToValidUTF8(s, "\ufffd"), mostJUnitText)))
}

// xmlChars shows the two characters that Printable lets by and XML does not.
func xmlChars(s string) string {
	if !strings.ContainsAny(s, "\ufffe\uffff") {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if r == '\ufffe' || r == '\uffff' {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// clipBytes cuts a text at so many bytes, before a character that would be cut in two, and says so.
func clipBytes(s string, most int) string {
	if len(s) <= most {
		return s
	}
	for most > 0 && !utf8.RuneStart(s[most]) {
		most--
	}
	return s[:most] + "…"
}
