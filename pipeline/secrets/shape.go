package secrets

import "strings"

// shape is an issuer's recognisable kind of secret: text that all of its secrets have, with a form around it.
type shape struct {
	issuer string
	kind   string   // in masks; empty: token
	what   string   // in words: "a GitHub token"; empty: a key of the issuer
	front  *run     // characters before the mark; nil: the secret begins with the mark, as most do
	marks  []string // prefixes; the secret has one of them, in this case
	form   []run    // the text after the mark
	public bool     // the mark is an address, and no part of the secret
	mixed  bool     // the mark alone is weak: small and large letters and digits must follow
}

// run is a number of characters of a set.
type run struct {
	sep         string // stands before them
	of          *charset
	least, most int // most 0: any number
}

// exactly returns a run of n characters.
func exactly(n int, of *charset) run { return run{of: of, least: n, most: n} }

// atLeast returns a run of n characters or more.
func atLeast(n int, of *charset) run { return run{of: of, least: n} }

// after returns a run that follows a separator.
func (r run) after(sep string) run {
	r.sep = sep
	return r
}

func (r run) holds(n int) bool { return r.least <= n && (r.most == 0 || n <= r.most) }

// tokenKind is the default kind of keys: the same that a key has under a name, so that a key has one mask everywhere.
const tokenKind = "token"

func (s shape) finding(start, end int) Finding {
	f := Finding{s.kind, s.what, start, end}
	if f.Kind == "" {
		f.Kind = tokenKind
	}
	if f.What == "" {
		f.What = "a key of " + s.issuer
	}
	return f
}

// find reads a secret of this shape whose mark is at an offset; one run of characters has one of them.
func (s shape) find(text string, at int, mark string) (Finding, int) {
	start, ok := s.start(text, at)
	if !ok {
		return Finding{}, at + 1
	}
	body := at + len(mark)
	looked, ok := s.end(text, body)
	end := body + len(strings.TrimRight(text[body:looked], ".")) // of a sentence
	if s.public {
		start = body
	}
	switch {
	case !ok, s.mixed && !isMixed(text[body:end]), isPlaceholderKey(text[body:end]):
		return Finding{}, looked
	}
	return s.finding(start, end), looked
}

// start returns the beginning of a secret whose mark is at an offset.
func (s shape) start(text string, at int) (int, bool) {
	if s.front == nil {
		return at, s.public || begins(text, at)
	}
	n := 0
	for n < min(at, s.front.most) && s.front.of[text[at-n-1]] {
		n++
	}
	for ; n >= s.front.least; n-- {
		if begins(text, at-n) {
			return at - n, true
		}
	}
	return at, false
}

// end returns the end of the form at an offset, or where it is broken.
func (s shape) end(text string, at int) (end int, ok bool) {
	for i, r := range s.form {
		if !strings.HasPrefix(text[at:], r.sep) {
			return at, false
		}
		start := at + len(r.sep)
		at = r.of.end(text, start)
		if next := i + 1; next < len(s.form) && r.of.has(s.form[next].sep) {
			at = min(at, start+r.most)
		}
		if !r.holds(at - start) {
			return at, false
		}
	}
	return at, true
}

// isMixed reports whether a text has small and large letters and digits.
func isMixed(s string) bool {
	return strings.ContainsAny(s, digits) && strings.ContainsAny(s, upper) && strings.ContainsAny(s, lowerCase)
}
