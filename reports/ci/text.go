package ci

import (
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/reports/printable"
)

// mostText is how many bytes of a text a JUnit report keeps.
const mostText = 10_000

// xmlLines makes a text valid in XML 1.0, which forbids most control characters even as references. They are shown as
// escapes; lines stay.
func xmlLines(s string) string {
	return xmlChars(printable.Lines(printable.ClipBytes(strings.ToValidUTF8(s, "\ufffd"), mostText)))
}

// xmlLine is xmlLines for an attribute: one line.
func xmlLine(s string) string {
	return xmlChars(printable.Line(printable.ClipBytes(strings.ToValidUTF8(s, "\ufffd"), mostText)))
}

// xmlChars escapes the two characters that printable allows but XML forbids.
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
