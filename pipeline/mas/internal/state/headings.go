package state

import (
	"regexp"
	"strings"
)

// Lowered is a text for a memory whose headings begin at the third level, with those that were above (A0). What looks
// like a heading in a block of code is taken for one: no later text can then open a block around it, or end one.
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
	lines   = regexp.MustCompile(`[^\r\n]*[\r\n]?`) // in Markdown a carriage return alone ends a line too
	tooHigh = regexp.MustCompile(`^ {0,3}##?(?:[ \t\r\n]|$)`)
)
