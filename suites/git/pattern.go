package git

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// maxPattern limits the length of a pattern, in bytes; longer ones are ignored.
const maxPattern = 1000

// pattern is a pattern of a .gitignore or a .gitattributes.
type pattern struct {
	glob    string
	byName  bool // it has no slash, so it matches names in all folders below
	folders bool // it ends in a slash, so it matches folders only
}

// newPattern reads a pattern as git does.
func newPattern(text string) pattern {
	text, folders := strings.CutSuffix(text, "/")
	byName := !strings.Contains(text, "/")
	return pattern{glob: bracesEscaped(strings.TrimPrefix(text, "/")), byName: byName, folders: folders}
}

// bracesEscaped returns a git pattern for the library, which would read {a,b} as alternatives.
func bracesEscaped(text string) string {
	var glob strings.Builder
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			glob.WriteByte(text[i])
			i++
		case text[i] == '{' || text[i] == '}':
			glob.WriteByte('\\')
		}
		glob.WriteByte(text[i])
	}
	return glob.String()
}

// matches reports whether the pattern matches a path, relative to the folder of the pattern's file.
func (p pattern) matches(name string, folder bool) bool {
	if p.glob == "" || len(p.glob) > maxPattern || p.folders && !folder {
		return false
	}
	if p.byName {
		name = path.Base(name)
	}
	fits, err := doublestar.Match(p.glob, name)
	return fits && err == nil // git ignores malformed patterns, too
}

// literal returns a pattern that matches only this path. A line end, which no pattern can have, becomes any character.
func literal(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "\n", "?", "\r", "?").Replace(name)
}
