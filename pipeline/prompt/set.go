package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// Set is the template files of a folder by name.
type Set map[string]*Template

// LoadAll loads the files of a folder. Every *.tmpl file there needs a Spec, and every Spec its file. The error joins
// all errors, in the order of files and lines, each an *Error.
func LoadAll(fsys fs.FS, specs ...Spec) (Set, error) {
	files, err := templateFiles(fsys)
	if err != nil {
		return nil, err
	}
	var errs []*Error
	var known []string
	set := Set{}
	for _, spec := range specs {
		switch {
		case slices.Contains(known, spec.File):
			errs = append(errs, &Error{File: spec.File, Msg: "two specs for one file"})
		case !slices.Contains(files, spec.File):
			errs = append(errs, &Error{File: spec.File, Msg: "missing"})
		default:
			t, bad := load(fsys, spec)
			errs = append(errs, bad...)
			set[spec.File] = t
		}
		known = append(known, spec.File)
	}
	for _, f := range files {
		if !slices.Contains(known, f) {
			errs = append(errs, &Error{File: f, Msg: "no such prompt" + wording.Hint(f, known)})
		}
	}
	if len(errs) > 0 {
		return nil, join(errs)
	}
	return set, nil
}

// Render renders a file of the set.
func (s Set) Render(file string, data any) ([]pipeline.Section, error) {
	t := s[file]
	if t == nil {
		return nil, &Error{File: file, Msg: "not in the set"}
	}
	return t.Render(data)
}

// Differing returns the *.tmpl files that differ between two folders, including those that only one of them has,
// sorted.
func Differing(a, b fs.FS) ([]string, error) {
	var digests [2]map[string]string
	for i, fsys := range []fs.FS{a, b} {
		var err error
		if digests[i], err = Digests(fsys); err != nil {
			return nil, err
		}
	}
	return DifferingDigests(digests[0], digests[1]), nil
}

// Digests returns a digest of each *.tmpl file of a folder, by name: 32 hex digits of the file's SHA-256.
func Digests(fsys fs.FS) (map[string]string, error) {
	files, err := templateFiles(fsys)
	if err != nil {
		return nil, err
	}
	digests := map[string]string{}
	for _, name := range files {
		text, err := readLimited(fsys, name)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(text)
		digests[name] = hex.EncodeToString(sum[:16])
	}
	return digests, nil
}

// DifferingDigests is Differing for folders with known Digests.
func DifferingDigests(a, b map[string]string) []string {
	var files []string
	for name := range a {
		if a[name] != b[name] {
			files = append(files, name)
		}
	}
	for name := range b {
		if _, both := a[name]; !both {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	return files
}

// templateFiles returns the names of the *.tmpl files of a folder, sorted.
func templateFiles(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && path.Ext(e.Name()) == ".tmpl" {
			names = append(names, e.Name())
		}
	}
	return names, nil
}
