package prompt

import "io/fs"

// Load is one file of a set. The error joins all that is wrong with it, each an *Error.
func Load(fsys fs.FS, spec Spec) (*Template, error) {
	t, errs := load(fsys, spec)
	return t, join(errs)
}
