package beaver

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// pattern is one target of a safety rule. Expressions are RE2, so they take linear time.
type pattern struct {
	why string
	// hints are in lower case: the expression is tried only around lines that contain one, as every match does.
	hints []string
	// re finds it. If the whole match is longer, the group "at" is the finding; if the group "not" matches, such as a
	// preceding negation, there is no finding.
	re func() *regexp.Regexp
	// harmless exempts findings; may be nil.
	harmless func(found string) bool
	// far says that a match may reach beyond the next line.
	far bool
}

// expression compiles lazily: compiling all of them takes longer than the rest of the program's start.
func expression(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// match returns the hits of all patterns, pattern by pattern, except directly after a match of spares; nil: no
// exceptions.
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

// find returns the ranges of a text that match and are not harmless.
func (p pattern) find(text string, spares func() *regexp.Regexp) []span {
	const context = 96 // bytes before a match that are checked
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

// around returns the pieces of the text where an expression with these hints can match: lines with a hint and their
// neighbours, or the whole text. This is what keeps sixty expressions fast.
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
