// Package starter embeds a small project: `run --demo` runs it, and `init --demo` writes it.
package starter

import (
	"embed"
	"io/fs"
)

//go:embed all:project
var files embed.FS

// Files returns the root of the project.
func Files() fs.FS {
	sub, err := fs.Sub(files, "project")
	if err != nil { // only for a path that is not valid
		panic(err)
	}
	return sub
}
