package git

import "strings"

// settlesIgnored reports whether lines of .gitignore say of a path what is to become of it: it is ignored, or a person
// has said with ! that it, or the folder own that it lies in, is not.
func settlesIgnored(lines []leveled, name, own string) bool {
	for i := range len(name) + 1 {
		if i < len(name) && name[i] != '/' {
			continue
		}
		part := name[:i]
		fits, negated := lastIgnoring(lines, part, i < len(name))
		switch {
		case fits && !negated:
			return true // whatever is said of what lies below
		case fits && (part == own || strings.HasPrefix(part, own+"/")):
			return true
		}
	}
	return false
}

// lastIgnoring reports whether a line fits this very path, and whether the last one that does begins with an
// exclamation mark.
func lastIgnoring(lines []leveled, name string, folder bool) (fits, negated bool) {
	for _, l := range lines {
		if l.folder != "." && !strings.HasPrefix(name, l.folder+"/") {
			continue // the file stands in the folder that is asked about, or below it
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
