package app

import "strings"

// mostMarkers is how many lines with opening tags, and with fences, count in a text; later ones are plain text. A text
// with the most sections needs no more, and time and memory are bounded.
const mostMarkers = 100_000

// line is a line of a text, from byte at to byte end, including its line ending.
type line struct {
	at, end int
	text    string // without the line ending
}

// lineAt is the line, or the rest of one, that begins at a byte.
func lineAt(text string, at int) line {
	n := strings.IndexByte(text[at:], '\n')
	if n < 0 {
		return line{at, len(text), text[at:]}
	}
	return line{at, at + n + 1, strings.TrimSuffix(text[at:at+n], "\r")}
}

// unindented removes a line's indentation; ok reports whether that is less than a code block's.
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

// spans are parts of a text in order, to be looked up in order.
type spans []span

// holding returns the span that contains the byte. It drops those that end before it.
func (s *spans) holding(at int) (in span, ok bool) {
	for len(*s) > 0 && (*s)[0].end <= at {
		*s = (*s)[1:]
	}
	if len(*s) == 0 || (*s)[0].at > at {
		return span{}, false
	}
	return (*s)[0], true
}
