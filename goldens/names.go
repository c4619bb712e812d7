package goldens

import (
	"path"
	"strings"
)

const (
	extension        = ".yaml"
	pendingExtension = ".pending.yaml"
)

// Accepted returns the name of the case of a golden, from its file name.
func Accepted(file string) (name string, ok bool) {
	if strings.HasSuffix(file, pendingExtension) {
		return "", false
	}
	return strings.CutSuffix(file, extension)
}

// Waiting returns the name of the case of a pending file, from its file name.
func Waiting(file string) (name string, ok bool) { return strings.CutSuffix(file, pendingExtension) }

// isAccepted reports whether a file of this name is a golden.
func isAccepted(name string) bool {
	_, is := Accepted(path.Base(name))
	return is
}
