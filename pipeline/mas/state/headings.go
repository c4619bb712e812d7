package state

import (
	"regexp"
	"strings"
)

// Lowered is a text for a memory whose headings begin at the third level, with those that were above.
func Lowered(t Text) (low Text, high []string) {
	text, high := lowered(t.String())
	if high == nil {
		return t, nil
	}
	return TextOf(t.Source(), text), high
}

func lowered(text string) (low string, high []string) {
	var b strings.Builder
	inCode := false
	for line := range strings.Lines(text) {
		bare := strings.TrimRight(line, "\r\n")
		switch {
		case fence.MatchString(bare):
			inCode = !inCode
		case !inCode && tooHigh.MatchString(bare):
			high = append(high, bare)
			line = "###" + strings.TrimLeft(strings.TrimLeft(line, " "), "#")
		}
		b.WriteString(line)
	}
	return b.String(), high
}

var (
	fence   = regexp.MustCompile("^ {0,3}(?:```|~~~)")
	tooHigh = regexp.MustCompile(`^ {0,3}##?(?:[ \t]|$)`)
)
