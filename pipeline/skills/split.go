package skills

import "strings"

// split splits a text whose frontmatter is in its place.
func split(text string) (document, error) {
	first, rest := cutLine(text)
	if !isRule(first) {
		why := "line 1 is not ---"
		if strings.HasPrefix(text, bom) {
			why = "a byte order mark stands before it"
		}
		return document{}, drop(KindFrontmatter, 0, "no frontmatter at byte 0: %s", why)
	}
	front, body, ok := cutAtRule(rest)
	if !ok {
		return document{}, drop(KindFrontmatter, 1, "the frontmatter has no line --- at its end")
	}
	return document{front: front, line: 2, body: body}, nil
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
