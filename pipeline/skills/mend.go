package skills

import "strings"

// mend splits any text into frontmatter and body.
func (p *parser) mend(text string) Document {
	text = p.unwrap(text)
	before := len(p.repairs)
	o, ok := p.open(text)
	if ok {
		doc := p.close(o)
		if len(doc.Fields) > 0 || isBlank(doc.Front) {
			p.doubled(&doc)
			return doc
		}
		p.repairs = p.repairs[:before] // it was not frontmatter
	}
	p.mended(MendedMissing, "no frontmatter: the whole text is the body")
	return Document{Body: text}
}

// close finds the end of opened frontmatter, and reads it.
func (p *parser) close(o opening) Document {
	doc := Document{Line: o.line}
	var closed bool
	doc.Front, doc.Body, closed = o.cut(o.rest)
	var err error
	if closed {
		doc.Fields, err = p.yaml(doc.Front, doc.Line)
	}
	if err != nil || !closed {
		if end := softEnd(doc.Front); !closed || end.dashes || end.heading && reads(doc.Front[:end.at]) {
			p.mended(MendedUnterminated, "line %d: the frontmatter ends here without a line ---",
				doc.Line+strings.Count(o.rest[:end.at], "\n"))
			doc.Front, doc.Body = o.rest[:end.at], o.rest[end.next:]
			doc.Fields, err = p.yaml(doc.Front, doc.Line)
		}
	}
	if err != nil {
		doc.Fields = p.byKey(doc.Front, doc.Line, err)
	}
	doc.Body = o.before + doc.Body
	return doc
}

// reads reports whether YAML can read a text. A heading is a comment to YAML: if the text before it is readable and the
// whole is not, the frontmatter ended there, and the line --- further down is a ruler in the body.
func reads(front string) bool {
	_, _, err := readYAML(front, 1)
	return err == nil
}

// end is a possible end of the frontmatter.
type end struct {
	at, next int  // end of the frontmatter, beginning of the body
	dashes   bool // at dashes that are indented or followed by text
	heading  bool // at a heading after a blank line
}

// softEnd returns where frontmatter without its closing line --- ends, after its first key; by default at the end of
// the text.
func softEnd(front string) end {
	seenKey, blank := false, false
	for pos := 0; pos < len(front); {
		line, rest := cutLine(front[pos:])
		bare := strings.TrimLeft(line, " \t")
		switch next := len(front) - len(rest); {
		case !seenKey:
			seenKey = isKey(bare)
		case isRule(bare):
			return end{at: pos, next: next, dashes: true}
		case strings.HasPrefix(line, "---"):
			return end{at: pos, next: pos + len(line) - len(strings.TrimLeft(line, "-")), dashes: true}
		case blank && isHeading(line):
			return end{at: pos, next: pos, heading: true}
		}
		blank = isBlank(line)
		pos = len(front) - len(rest)
	}
	return end{at: len(front), next: len(front)}
}

// doubled removes a second frontmatter from the body: people who translate or publish a skill put a new one on top.
func (p *parser) doubled(doc *Document) {
	line, rest := cutLine(strings.TrimLeft(doc.Body, " \t\n"))
	if !isRule(line) || !beginsWithKey(rest) {
		return
	}
	front, body, ok := cutAtRule(rest)
	if !ok {
		return
	}
	at := doc.Line + strings.Count(doc.Front, "\n") + 1 + strings.Count(doc.Body[:len(doc.Body)-len(rest)], "\n")
	second, repeated, err := readYAML(front, at)
	if err != nil || len(repeated) > 0 {
		return
	}
	p.mended(MendedDoubled, "line %d: a second frontmatter fills what the first leaves open", at-1)
	doc.Fields, doc.Body = doc.Fields.or(second), body
}
