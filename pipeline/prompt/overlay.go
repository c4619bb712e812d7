package prompt

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
)

// Over overlays a folder of templates on another one: the result has over's files, and the files only under has. So a
// folder that changes one prompt holds one file.
func Over(over, under fs.FS) fs.FS { return overlay{over, under} }

type overlay struct{ over, under fs.FS }

// Open implements fs.FS.
func (o overlay) Open(name string) (fs.File, error) {
	f, err := o.over.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return o.under.Open(name)
	}
	return f, err
}

// PathOf returns the path of a file in the folder that has it.
func (o overlay) PathOf(name string) string {
	if _, err := fs.Stat(o.over, name); errors.Is(err, fs.ErrNotExist) {
		return pathOf(o.under, name)
	}
	return pathOf(o.over, name)
}

// ReadDir implements fs.ReadDirFS.
func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.over, name)
	if err != nil {
		return nil, err
	}
	below, err := fs.ReadDir(o.under, name)
	if err != nil {
		return nil, err
	}
	for _, e := range below {
		if !slices.ContainsFunc(entries, func(f fs.DirEntry) bool { return f.Name() == e.Name() }) {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return entries, nil
}
