package prompt

import "io/fs"

// Load loads one file of a set. The error joins all errors of the file, each an *Error.
func Load(fsys fs.FS, spec Spec) (*Template, error) {
	t, errs := load(fsys, spec)
	return t, join(errs)
}
