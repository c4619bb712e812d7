// These files read what an answer says between tags (A4): <planned_step>[…]</planned_step>. A tag that stands twice
// counts where it stands last.

package syncstate

import (
	"iter"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/mas/internal/python"
)

// span is where a tag stands in a text: from its beginning to its end, and what stands between without white space at
// its ends.
type span struct{ begin, from, to, end int }

// all are the places of a tag, from left to right: each begins at the first opening behind the one before and goes to
// the next closing. What is opened and never closed is none. The whole takes one pass.
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

// lastSpan is the last place of a tag.
func lastSpan(text, tag string) (last span, ok bool) {
	for s := range all(text, tag) {
		last, ok = s, true
	}
	return last, ok
}

// Last is what stands between a tag the last time, without white space at its ends.
func Last(text, tag string) (string, bool) {
	s, ok := lastSpan(text, tag)
	return text[s.from:s.to], ok
}

// first is what stands there the first time.
func first(text, tag string) (string, bool) {
	for s := range all(text, tag) {
		return text[s.from:s.to], true
	}
	return "", false
}

// withoutThoughts is a text without what stands between <think> and </think>.
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
