package git

import (
	"path"
	"strconv"
	"strings"
)

// settlesAttributes reports whether lines of .gitattributes say of a path that its line ends stay as they are, or are
// those of Unix; or anything else of its line ends in a line about the folder own, which a person has then decided.
func settlesAttributes(lines []leveled, name, own string) bool {
	text, eol, decided := "", "", false
	for _, l := range lines {
		glob, attributes := splitAttributes(l.text)
		p := newPattern(glob)
		if !p.matches(l.relative(name), false) {
			continue
		}
		said := false
		for _, a := range attributes {
			key, value, _ := strings.Cut(a, "=")
			switch key {
			case "text", "-text", "!text":
				text, said = a, true
			case "binary":
				text, said = "-text", true
			case "eol", "-eol", "!eol":
				eol, said = value, true
			}
		}
		decided = decided || said && !p.byName && strings.HasPrefix(path.Join(l.folder, p.glob), own+"/")
	}
	return decided || text == "-text" || eol == "lf"
}

// splitAttributes returns a line of .gitattributes as its pattern and what it sets; both are empty when it has none.
func splitAttributes(line string) (glob string, attributes []string) {
	line = strings.TrimLeft(line, " \t")
	if line == "" || line[0] == '#' || strings.HasPrefix(line, "[attr]") {
		return "", nil
	}
	if quoted, err := strconv.QuotedPrefix(line); err == nil && line[0] == '"' {
		glob, _ = strconv.Unquote(quoted) // the escapes of C that git knows are Go's
		return glob, strings.Fields(line[len(quoted):])
	}
	fields := strings.Fields(line)
	return fields[0], fields[1:]
}
