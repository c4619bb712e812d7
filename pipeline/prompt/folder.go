package prompt

import "io/fs"

// Folder is a system's folder of templates, with what the system loads from it. A System embeds it for the methods of
// pipeline.Prompted.
type Folder[P any] struct {
	Loaded P

	files fs.FS
	load  func(fs.FS) (P, error)
}

// Own loads the folder prompts among the embedded files of a system's package.
func Own[P any](system string, embedded fs.FS, load func(fs.FS) (P, error)) (Folder[P], error) {
	files, err := fs.Sub(embedded, "prompts")
	if err != nil {
		return Folder[P]{}, err
	}
	return loaded(Located{files, Builtin + system}, load)
}

func loaded[P any](files fs.FS, load func(fs.FS) (P, error)) (Folder[P], error) {
	p, err := load(files)
	return Folder[P]{Loaded: p, files: files, load: load}, err
}

// Prompts implements pipeline.Prompted.
func (f Folder[P]) Prompts() fs.FS { return f.files }

// Branches returns the branches of each template, by file.
func (f Folder[P]) Branches() (map[string]*FileBranches, error) { return AllBranches(f.files) }

// With returns the folder overlaid by another one.
func (f Folder[P]) With(over fs.FS) (Folder[P], error) { return loaded(Over(over, f.files), f.load) }
