package state

import (
	"regexp"
	"strings"
)

// Lowered returns a text for a memory whose headings begin at the third level, with those that were above (A0).
// Apparent headings in a block of code count as headings: no later text can then open a block around it, or end one.
func Lowered(t Text) (low Text, high []string) {
	var b strings.Builder
	for _, line := range lines.FindAllString(t.String(), -1) {
		if tooHigh.MatchString(line) {
			high = append(high, strings.TrimRight(line, "\r\n"))
			line = "###" + strings.TrimLeft(strings.TrimLeft(line, " "), "#")
		}
		b.WriteString(line)
	}
	if high == nil {
		return t, nil
	}
	return TextOf(t.Source(), b.String()), high
}

var (
	lines   = regexp.MustCompile(`[^\r\n]*[\r\n]?`) // in Markdown a lone carriage return ends a line too
	tooHigh = regexp.MustCompile(`^ {0,3}##?(?:[ \t\r\n]|$)`)
)
