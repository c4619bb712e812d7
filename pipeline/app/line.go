package app

import "strings"

// mostMarkers are how many lines with opening tags, and with fences, count in a text: those behind are text. More
// sections than a text may have need no more, and time and memory are bounded.
const mostMarkers = 100_000

// line is a line of a text. Its bytes begin at at, and end, with the line's end, before end.
type line struct {
	at, end int
	text    string // without the line's end
}

// lineAt is the line, or the rest of one, that begins at a byte.
func lineAt(text string, at int) line {
	n := strings.IndexByte(text[at:], '\n')
	if n < 0 {
		return line{at, len(text), text[at:]}
	}
	return line{at, at + n + 1, strings.TrimSuffix(text[at:at+n], "\r")}
}

// unindented is a line without its indentation; ok reports whether that is less than a code block's.
func unindented(text string) (rest string, ok bool) {
	n := 0
	for n < len(text) && text[n] == ' ' {
		n++
	}
	return text[n:], n < 4
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

// span is a part of a text, from its first byte to the byte behind its last.
type span struct{ at, end int }

// spans are parts of a text in their order, to be asked for places in their order.
type spans []span

// holding is the span that holds the byte. It forgets those that end before it.
func (s *spans) holding(at int) (in span, ok bool) {
	for len(*s) > 0 && (*s)[0].end <= at {
		*s = (*s)[1:]
	}
	if len(*s) == 0 || (*s)[0].at > at {
		return span{}, false
	}
	return (*s)[0], true
}
