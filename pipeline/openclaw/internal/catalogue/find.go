// FindRoots finds the skills in folders as OpenClaw does, such as those of a working folder: those one folder deep,
// everything below these, and other Markdown files beside a SKILL.md. Files in dot folders, in node_modules, ignored by
// git, or behind a link that leads out of the root are not skills (O-10).

package catalogue

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// FindRoots lists the files of a root that may be skills, in the program's order, and reports the folders that it
// skips. A root that does not exist is empty. Links in the file system are followed as far as they stay in the root; an
// absolute link starts at the file system's own root.
func FindRoots(fsys fs.FS, root Root, limits Limits) ([]skills.Place, []Finding) {
	f := &finder{tree: tree{fsys: fsys}, root: root, limits: limits}
	f.find()
	return f.places, f.left
}

func (f *finder) find() {
	at, ok := f.resolve(f.root.Dir)
	if !ok {
		return
	}
	f.within = at
	f.base = f.nested()
	if f.within, ok = f.resolve(f.base); !ok {
		return
	}
	if f.exists(path.Join(f.base, skills.File)) {
		f.skill(f.base)
		return
	}
	names := f.folders(f.base)
	slices.SortFunc(names, jstext.Compare)
	loaded, most := 0, f.limits.MaxLoaded()
	for i, name := range names {
		at := path.Join(f.base, name)
		switch {
		case !f.exists(path.Join(at, skills.File)):
		case i >= most || loaded >= most:
			f.leave(at, SourceLimit, fmt.Sprintf("only %d folders and skills of a root are loaded", most))
		default:
			before := len(f.places)
			f.skill(at)
			loaded += f.readable(f.places[before:])
		}
	}
}

// readable returns how many of the files are skills.
func (f *finder) readable(places []skills.Place) int {
	lib := skills.LoadPlaces(places, skills.Options{Policy: skills.Strict, MaxBytes: f.limits.MaxBytes()})
	return len(lib.Skills) + len(lib.Shadowed)
}

// nested returns the folder skills of the root if one of its first folders is a skill, else the root. A link that leads
// out of the root is detected here, so that nothing is found behind it or beside it.
func (f *finder) nested() string {
	nested := path.Join(f.root.Dir, "skills")
	anywhere := tree{fsys: f.fsys}
	names := anywhere.folders(nested)
	for _, name := range names[:min(len(names), f.limits.MaxCandidates())] {
		if f.exists(path.Join(nested, name, skills.File)) {
			return nested
		}
	}
	return f.root.Dir
}

// skill adds a folder with a SKILL.md, with all files in it that may be skills. If that file is too large, only it is
// added, and the reader refuses it.
func (f *finder) skill(at string) {
	main := path.Join(at, skills.File)
	real, ok := f.resolve(main)
	if !ok {
		f.leave(at, Unreadable, "a link that leads out of the root, or nowhere")
		return
	}
	if info, err := fs.Stat(f.fsys, real); err == nil && info.Size() > int64(f.limits.MaxBytes()) {
		f.take(main)
		return
	}
	w := walk{finder: f, top: at}
	w.folder(at, 0)
}
