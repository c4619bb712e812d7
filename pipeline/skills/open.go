package skills

import (
	"regexp"
	"strings"
)

// maxLate is the last line at which frontmatter may begin. Further down it is an example in a skill about skills.
const maxLate = 16

var (
	firstKey  = regexp.MustCompile(`^[ \t]*["']?(name|description|title|slug|version)["']?[ \t]*:([ \t]|$)`)
	yamlFence = regexp.MustCompile("^```[ \t]*ya?ml[ \t]*$")
	textFence = regexp.MustCompile("^```+[ \t]*(markdown|md|text|skill)?[ \t]*$")
)

// opening is the beginning of misplaced frontmatter.
type opening struct {
	before string // non-blank text before it
	rest   string // the text from its first line on
	line   int    // of the file, at which rest begins
	fenced bool   // it stands in a code fence
	bare   bool   // and the fence replaces the lines ---
}

// open finds the beginning of the frontmatter: after the first line --- of the text, or after one of its first lines
// that has a key of a skill below it, or at such a key itself.
func (p *parser) open(text string) (opening, bool) {
	pos := 0
	for n := 1; n <= maxLate && pos < len(text); n++ {
		line, rest := cutLine(text[pos:])
		before := text[:pos]
		first := isBlank(before)
		o := opening{before: before, rest: rest, line: p.skipped + n + 1}
		switch {
		case isRule(line) && (first || beginsWithKey(rest)):
			o.before, o.fenced = cutFence(before)
			return p.opened(o, n), true
		case yamlFence.MatchString(line) && beginsWithKey(rest):
			o.fenced, o.bare = true, true
			return p.opened(o, n), true
		case first && firstKey.MatchString(line):
			o.rest, o.line = text[pos:], o.line-1
			p.mended(MendedUnopened, "line %d: no line --- before the frontmatter", o.line)
			return p.opened(o, n), true
		}
		pos = len(text) - len(rest)
	}
	return opening{}, false
}

func (p *parser) opened(o opening, n int) opening {
	switch {
	case !isBlank(o.before):
		p.mended(MendedLate, "line %d: the frontmatter begins here, the text before it is left in the body", o.line-1)
	case n > 1 && !o.fenced:
		p.mended(MendedLate, "line %d: blank lines before the frontmatter left out", o.line-1)
	}
	if o.fenced {
		p.mended(MendedFence, "line %d: the frontmatter stands in a code fence", o.line-1)
	}
	if isBlank(o.before) {
		o.before = ""
	}
	return o
}

// cut splits a text at the end of the frontmatter, and removes the code fence around it.
func (o opening) cut(text string) (front, body string, ok bool) {
	if o.bare {
		return cutAtFence(text)
	}
	front, body, ok = cutAtRule(text)
	if line, rest := cutLine(body); ok && o.fenced && isFenceEnd(line) {
		body = rest
	}
	return front, body, ok
}

// cutFence removes a final line ```yaml.
func cutFence(before string) (string, bool) {
	trimmed := strings.TrimRight(before, "\n")
	start := strings.LastIndexByte(trimmed, '\n') + 1
	if !yamlFence.MatchString(trimmed[start:]) {
		return before, false
	}
	return before[:start], true
}

func cutAtFence(text string) (before, after string, ok bool) {
	for pos := 0; pos < len(text); {
		line, rest := cutLine(text[pos:])
		if isFenceEnd(line) {
			return text[:pos], rest, true
		}
		pos = len(text) - len(rest)
	}
	return text, "", false
}

func isFenceEnd(line string) bool { return strings.TrimRight(line, " \t") == "```" }

func beginsWithKey(text string) bool {
	line, _ := cutLine(strings.TrimLeft(text, "\n"))
	return firstKey.MatchString(line)
}

// unwrap removes a code fence around the whole text. The last line closes it only if all other fences are paired.
func (p *parser) unwrap(text string) string {
	start := len(text) - len(strings.TrimLeft(text, " \t\n"))
	line, rest := cutLine(text[start:])
	if !textFence.MatchString(line) {
		return text
	}
	fences := 0
	for l := range strings.Lines(text) {
		if strings.HasPrefix(l, "```") {
			fences++
		}
	}
	trimmed := strings.TrimRight(rest, " \t\n")
	end := strings.LastIndexByte(trimmed, '\n') + 1
	closed := isFenceEnd(trimmed[end:]) && fences%2 == 0
	if !closed && !isOpenedByRule(rest) {
		return text
	}
	p.skipped = 1 + strings.Count(text[:start], "\n")
	p.mended(MendedFence, "line %d: the code fence around the file left out", p.skipped)
	if closed {
		rest = trimmed[:end]
	}
	return rest
}

func isOpenedByRule(text string) bool {
	line, _ := cutLine(strings.TrimLeft(text, " \t\n"))
	return isRule(line)
}
