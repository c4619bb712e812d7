package beaver

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is one thing that a safety rule looks for. Expressions are RE2, so none of them can be made slow.
type pattern struct {
	why string
	// hints are in lower case: the expression is tried around lines that have one of them. Every match holds one.
	hints []string
	// re finds it. The group "at" is what it found when the whole match is more; where the group "not" has matched
	// something, as a negation in front, it found nothing.
	re func() *regexp.Regexp
	// harmless spares what it found; may be nil.
	harmless func(found string) bool
	// far says that a match may reach further than to the next line.
	far bool
}

// expression is compiled when it is first looked for: all of them take longer than the rest of the program needs to
// start.
func expression(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// match gives the hits of all patterns, pattern by pattern, but for those that have what spares right in front of them;
// nil: nothing spares.
func (t *safetyText) match(rule string, patterns []pattern, spares func() *regexp.Regexp) []hit {
	var hits []hit
	for _, p := range patterns {
		for _, w := range t.around(p.hints, p.far) {
			for _, at := range p.find(t.text[w.start:w.end], spares) {
				hits = append(hits, hit{rule, p.why, span{w.start + at.start, w.start + at.end}})
			}
		}
	}
	return hits
}

// find gives the places of a text that match and are not harmless.
func (p pattern) find(text string, spares func() *regexp.Regexp) []span {
	const context = 96 // bytes in front that are looked at
	var found []span
	at, not := max(p.re().SubexpIndex("at"), 0), p.re().SubexpIndex("not")
	for _, m := range p.re().FindAllStringSubmatchIndex(text, -1) {
		negated := not > 0 && m[2*not] < m[2*not+1] ||
			spares != nil && spares().MatchString(text[max(0, m[0]-context):m[0]])
		s := span{m[2*at], m[2*at+1]}
		if !negated && (p.harmless == nil || !p.harmless(text[s.start:s.end])) {
			found = append(found, s)
		}
	}
	return found
}

// around gives the pieces of the text where an expression with these hints can match: the lines that have one with
// their neighbours, or the whole text. Reading less is what keeps sixty expressions fast.
func (t *safetyText) around(hints []string, far bool) []span {
	has := func(s string) bool {
		return slices.ContainsFunc(hints, func(hint string) bool { return strings.Contains(s, hint) })
	}
	if !has(t.lower) {
		return nil
	}
	if far {
		return []span{{0, len(t.text)}}
	}
	var pieces []span
	n := 0
	for line := range strings.Lines(t.lower) {
		n++
		if !has(line) {
			continue
		}
		piece := span{t.lineStart(n - 1), t.lineStart(n + 2)}
		if last := len(pieces) - 1; last >= 0 && piece.start < pieces[last].end {
			pieces[last].end = piece.end
			continue
		}
		pieces = append(pieces, piece)
	}
	return pieces
}
