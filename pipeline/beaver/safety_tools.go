package beaver

import (
	"slices"
	"strings"
)

// findUndeclared finds the first call in the text of each tool that the run offers and the draft does not declare.
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

// occurrences yields the positions of a name in a text, without overlaps.
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
	// definition matches the beginning of a definition in a program.
	definition = expression(`\b(?:def|func|function|fn)[ \t]+$`)
	// wanting matches text before a code span that names a tool.
	wanting = expression(
		`(?i)(?:\b(?:us(?:e|es|ing)|calls?|calling|invokes?|via|through)[ \t]+(?:the[ \t]+)?|(?:使用|调用|通过|用)[ \t]*)\x60$`)
	// calledTool matches text after one.
	calledTool = expression(`^\x60[ \t]*(?:[Tt]ool\b|工具)`)
)

// calls reports whether the name at a place is that of a called tool: before a parenthesis, or in a code span beside a
// word that says so. A name with an underscore is no natural word and always counts.
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

// isInsideName reports whether the surrounding text makes a longer name: other_name, object.name, name.py.
func isInsideName(before, after string) bool {
	return nameBefore().MatchString(before) || nameAfter().MatchString(after)
}
