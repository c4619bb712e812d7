package git

import (
	"path"
	"strconv"
	"strings"
)

// settlesAttributes reports whether lines of .gitattributes keep a path's line ends or make them those of Unix, or
// whether a line about the folder own sets them otherwise: then a person has decided.
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

// splitAttributes returns the pattern of a .gitattributes line and the attributes that it sets; both are empty if it
// has none.
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
