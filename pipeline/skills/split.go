package skills

import (
	"strings"
	"unicode/utf8"
)

// ReadDocument splits a text as Strict does. The frontmatter begins after the first four characters, which are --- and
// a line ending or any other one, and ends at the next line that begins with --- (O-12, as the program reads it). The
// error is an *Error; if its kind is KindYAML, the document holds everything but Fields.
func ReadDocument(text string) (Document, []Repair, error) {
	rest, ok := strings.CutPrefix(text, "---")
	if !ok {
		why := "line 1 does not begin with ---"
		if strings.HasPrefix(text, bom) {
			why = "a byte order mark stands before it"
		}
		return Document{}, nil, drop(KindFrontmatter, 0, "no frontmatter at byte 0: %s", why)
	}
	front, body, ok := strings.Cut(rest, "\n---")
	if !ok {
		return Document{}, nil, drop(KindFrontmatter, 1, "no line that begins with --- ends the frontmatter")
	}
	body = strings.TrimLeft(body, "-")
	if line, below := cutLine(body); isBlank(line) {
		body = below
	}
	_, fourth := utf8.DecodeRuneInString(front)
	doc := Document{Front: front[fourth:] + "\n", Line: 1, Body: body}
	if strings.HasPrefix(rest, "\n") {
		doc.Line = 2
	}
	p := &parser{policy: Strict}
	var err error
	doc.Fields, err = p.yaml(doc.Front, doc.Line)
	return doc, p.repairs, err
}

// isRule reports whether a line is the --- around frontmatter.
func isRule(line string) bool {
	return strings.HasPrefix(line, "---") && isBlank(line[3:])
}

// cutAtRule returns the text before and after the first line ---.
func cutAtRule(text string) (before, after string, ok bool) {
	for pos := 0; pos < len(text); {
		line, rest := cutLine(text[pos:])
		if isRule(line) {
			return text[:pos], rest, true
		}
		next := strings.Index(text[pos:], "\n---")
		if next < 0 {
			break
		}
		pos += next + 1
	}
	return text, "", false
}
