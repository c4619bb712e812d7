// These files read the tagged parts of an answer (A4): <planned_step>[…]</planned_step>. Of a repeated tag the last one
// counts.

package syncstate

import (
	"iter"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
)

// span is the position of a tag in a text: its beginning and end, and the range of its content without surrounding
// white space.
type span struct{ begin, from, to, end int }

// all yields the positions of a tag, from left to right: each begins at the first opening after the one before and
// extends to the next closing. An unclosed tag is ignored. The whole takes one pass.
func all(text, tag string) iter.Seq[span] {
	opening, closing := "<"+tag+">", "</"+tag+">"
	return func(yield func(span) bool) {
		for at := 0; ; {
			begin := strings.Index(text[at:], opening)
			if begin < 0 {
				return
			}
			begin += at
			inner := begin + len(opening)
			length := strings.Index(text[inner:], closing)
			if length < 0 {
				return
			}
			from, to := python.Bare(text[inner : inner+length])
			at = inner + length + len(closing)
			if !yield(span{begin, inner + from, inner + to, at}) {
				return
			}
		}
	}
}

// lastSpan returns the last position of a tag.
func lastSpan(text, tag string) (last span, ok bool) {
	for s := range all(text, tag) {
		last, ok = s, true
	}
	return last, ok
}

// Last returns the content of the last occurrence of a tag, without surrounding white space.
func Last(text, tag string) (string, bool) {
	s, ok := lastSpan(text, tag)
	return text[s.from:s.to], ok
}

// withoutThoughts removes the text between <think> and </think>.
func withoutThoughts(text string) string {
	var b strings.Builder
	at := 0
	for s := range all(text, "think") {
		b.WriteString(text[at:s.begin])
		at = s.end
	}
	b.WriteString(text[at:])
	return b.String()
}
