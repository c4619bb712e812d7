package beaver

import (
	"slices"
	"strings"
)

// findUndeclared finds the first place where the text calls each tool that the run offers and the draft does not
// declare.
func (t *safetyText) findUndeclared(declared, offered []string) []hit {
	var hits []hit
	for _, name := range offered {
		if name == "" || slices.Contains(declared, name) {
			continue
		}
		for i := range occurrences(t.text, name) {
			if at := (span{i, i + len(name)}); t.calls(at) {
				hits = append(hits, hit{ruleUndeclared, "the draft does not declare the tool " + name, at})
				break
			}
		}
	}
	return hits
}

// occurrences gives where a name stands in a text, none over another.
func occurrences(text, name string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.Index(text[from:], name)
			if i < 0 || !yield(from+i) {
				return
			}
			from += i + len(name)
		}
	}
}

var (
	// definition is how a program begins something of its own.
	definition = expression(`\b(?:def|func|function|fn)[ \t]+$`)
	// wanting is what stands before a code span that names a tool.
	wanting = expression(
		`(?i)(?:\b(?:us(?:e|es|ing)|calls?|calling|invokes?|via|through)[ \t]+(?:the[ \t]+)?|(?:使用|调用|通过|用)[ \t]*)\x60$`)
	// calledTool is what stands behind one.
	calledTool = expression(`^\x60[ \t]*(?:[Tt]ool\b|工具)`)
)

// calls reports whether the name at a place is that of a tool which is called: before a parenthesis, or in a code span
// beside a word that says so. A name with an underscore is no word of a language and counts wherever it stands.
func (t *safetyText) calls(at span) bool {
	const context = 24 // bytes on each side
	before, after := t.text[max(0, at.start-context):at.start], t.text[at.end:min(len(t.text), at.end+context)]
	switch {
	case isInsideName(before, after), definition().MatchString(before):
		return false
	case strings.HasPrefix(after, "("):
		return !strings.HasPrefix(after, "(s)")
	case strings.Contains(t.text[at.start:at.end], "_"):
		return true
	}
	return strings.HasSuffix(before, "\x60") &&
		(calledTool().MatchString(after) || wanting().MatchString(before) && strings.HasPrefix(after, "\x60"))
}

var (
	nameBefore = expression(`[A-Za-z0-9_.:/-]$`)
	nameAfter  = expression(`^(?:[A-Za-z0-9_]|[.:/-][A-Za-z0-9_])`)
)

// isInsideName reports whether what stands around makes a longer name: other_name, object.name, name.py.
func isInsideName(before, after string) bool {
	return nameBefore().MatchString(before) || nameAfter().MatchString(after)
}
