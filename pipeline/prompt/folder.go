package prompt

import (
	"io/fs"
	"sync"
)

// Folder is a system's folder of templates, with what the system loads from it. A System embeds it for the methods of
// pipeline.Prompted.
type Folder[P any] struct {
	files  fs.FS
	load   func(fs.FS) (P, error)
	loaded func() (P, error) // once
}

// Own is the folder prompts among the embedded files of a system's package.
func Own[P any](system string, embedded fs.FS, load func(fs.FS) (P, error)) (Folder[P], error) {
	files, err := fs.Sub(embedded, "prompts")
	if err != nil {
		return Folder[P]{}, err
	}
	return folder(Located{files, Builtin + system}, load), nil
}

func folder[P any](files fs.FS, load func(fs.FS) (P, error)) Folder[P] {
	return Folder[P]{files, load, sync.OnceValues(func() (P, error) { return load(files) })}
}

// Loaded returns what the system loads from the folder. The first call loads it, since most commands need few systems
// or none. It panics when the system's own templates cannot be loaded, which the tests of the system find.
func (f Folder[P]) Loaded() P {
	p, err := f.loaded()
	if err != nil {
		panic(err)
	}
	return p
}

// Prompts implements pipeline.Prompted.
func (f Folder[P]) Prompts() fs.FS { return f.files }

// Branches returns the branches of each template, by file.
func (f Folder[P]) Branches() (map[string]*FileBranches, error) { return AllBranches(f.files) }

// With returns the folder overlaid by another one, which it loads.
func (f Folder[P]) With(over fs.FS) (Folder[P], error) {
	with := folder(Over(over, f.files), f.load)
	_, err := with.loaded()
	return with, err
}
