package git

import "strings"

// settlesIgnored reports whether lines of .gitignore decide about a path: it is ignored, or a person has excluded it,
// or its folder own, with !.
func settlesIgnored(lines []leveled, name, own string) bool {
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		part := name[:i]
		fits, negated := lastIgnoring(lines, part, i < len(name))
		switch {
		case fits && !negated:
			return true // whatever lines say about paths below
		case fits && (part == own || strings.HasPrefix(part, own+"/")):
			return true
		}
	}
	return false
}

// lastIgnoring reports whether a line matches exactly this path, and whether the last such line begins with an
// exclamation mark.
func lastIgnoring(lines []leveled, name string, folder bool) (fits, negated bool) {
	for _, l := range lines {
		if l.folder != "." && !strings.HasPrefix(name, l.folder+"/") {
			continue // the file lies in the folder in question, or below it
		}
		text := trimmedIgnore(l.text)
		if text == "" || text[0] == '#' {
			continue
		}
		text, not := strings.CutPrefix(text, "!")
		if newPattern(text).matches(l.relative(name), folder) {
			fits, negated = true, not
		}
	}
	return fits, negated
}

// trimmedIgnore returns a line of .gitignore without the blanks at its end, unless a backslash keeps them.
func trimmedIgnore(line string) string {
	trimmed := strings.TrimRight(line, " ")
	if before := strings.TrimRight(trimmed, `\`); (len(trimmed)-len(before))%2 == 1 && len(trimmed) < len(line) {
		trimmed += " "
	}
	return trimmed
}
