package prompt

import (
	"io/fs"
	"path"
)

// Builtin is the prefix of the paths of a program's embedded templates: builtin:SYSTEM/FILE.
const Builtin = "builtin:"

// Located is a folder of templates with its path, so that prompts can name the file of a text.
type Located struct {
	fs.FS
	Dir string // a path with slashes, or builtin:SYSTEM
}

// PathOf returns the path of a file of the folder.
func (l Located) PathOf(file string) string { return path.Join(l.Dir, file) }

// pathOf returns the path of a file of a folder; empty: unknown.
func pathOf(fsys fs.FS, file string) string {
	if l, ok := fsys.(interface{ PathOf(file string) string }); ok {
		return l.PathOf(file)
	}
	return ""
}
