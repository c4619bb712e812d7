package prompt

import (
	"io/fs"
	"path"
)

// Builtin is what the paths of templates begin with that a program holds itself: builtin:SYSTEM/FILE.
const Builtin = "builtin:"

// Located is a folder of templates that knows where it lies, so that prompts can say which file a text is from.
type Located struct {
	fs.FS
	Dir string // a path with slashes, or builtin:SYSTEM
}

// PathOf is where a file of the folder lies.
func (l Located) PathOf(file string) string { return path.Join(l.Dir, file) }

// pathOf is where a file of a folder lies; empty: the folder does not know.
func pathOf(fsys fs.FS, file string) string {
	if l, ok := fsys.(interface{ PathOf(file string) string }); ok {
		return l.PathOf(file)
	}
	return ""
}
