package git

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// maxPattern is how long a pattern may be that is looked at, in bytes.
const maxPattern = 1000

// pattern is a pattern of a .gitignore or a .gitattributes.
type pattern struct {
	glob    string
	byName  bool // there is no slash in it: it fits names in all folders below
	folders bool // it ends in a slash: it fits folders alone
}

// newPattern reads a pattern as git does.
func newPattern(text string) pattern {
	text, folders := strings.CutSuffix(text, "/")
	byName := !strings.Contains(text, "/")
	return pattern{glob: bracesEscaped(strings.TrimPrefix(text, "/")), byName: byName, folders: folders}
}

// bracesEscaped returns a pattern of git as the library takes it, for which {a,b} would be alternatives.
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

// matches reports whether the pattern fits a path, relative to the folder of the pattern's file.
func (p pattern) matches(name string, folder bool) bool {
	if p.glob == "" || len(p.glob) > maxPattern || p.folders && !folder {
		return false
	}
	if p.byName {
		name = path.Base(name)
	}
	fits, err := doublestar.Match(p.glob, name)
	return fits && err == nil // git overlooks what it cannot read, too
}

// literal returns a pattern that fits this path alone. A line end, which no pattern can have, is any character.
func literal(name string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`, "\n", "?", "\r", "?").Replace(name)
}
