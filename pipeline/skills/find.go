package skills

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// MaxNesting is how many folders deep, below the root, skills are searched for.
const MaxNesting = 8

// Find lists the folders with a SKILL.md: root itself, then those below it, a folder before its contents, ordered by
// name. A skill may lie in the folder of another one. The Path of each is its path in fsys; Dir is the folder with its
// contents.
//
// Links are not followed: a target inside root is found at its own place, and one outside does not belong to the
// skills. Links, folders that are too deep or unreadable, and files named like skill.md are problems; so are hidden
// folders and node_modules, which are not searched. The Dir of a skill opens what fsys opens: pass the FS of an os.Root
// rather than os.DirFS, which follows links out of its folder.
func Find(fsys fs.FS, root string) ([]pipeline.SkillDir, []Problem) {
	f := &finder{fsys: fsys}
	f.folder(root, 0)
	return f.dirs, f.problems
}

type finder struct {
	fsys     fs.FS
	dirs     []pipeline.SkillDir
	problems []Problem
}

func (f *finder) problem(at, kind, detail string) {
	f.problems = append(f.problems, Problem{Path: at, Kind: kind, Detail: detail, Dropped: true})
}

func (f *finder) folder(at string, depth int) {
	entries, err := fs.ReadDir(f.fsys, at)
	if err != nil {
		f.problem(at, KindUnreadable, unreadable(err).Error())
	}
	var below []string
	for _, e := range entries {
		switch name := path.Join(at, e.Name()); {
		case e.Type()&fs.ModeSymlink != 0:
			f.link(name)
		case e.IsDir():
			below = append(below, e.Name())
		case strings.EqualFold(e.Name(), File):
			f.file(at, e)
		}
	}
	for _, name := range below {
		f.below(path.Join(at, name), name, depth+1)
	}
}

func (f *finder) below(at, name string, depth int) {
	switch {
	case strings.HasPrefix(name, ".") || name == "node_modules":
		f.problem(at, KindSkipped, "this folder is not searched")
	case depth > MaxNesting:
		f.problem(at, KindNesting, fmt.Sprintf("more than %d folders deep, not searched", MaxNesting))
	default:
		f.folder(at, depth)
	}
}

func (f *finder) file(at string, e fs.DirEntry) {
	if e.Name() != File {
		f.problem(path.Join(at, e.Name()), KindFileName, "not read: the name of the file is "+File)
		return
	}
	dir, err := fs.Sub(f.fsys, at)
	if err != nil {
		f.problem(path.Join(at, File), KindUnreadable, err.Error())
		return
	}
	f.dirs = append(f.dirs, pipeline.SkillDir{Path: at, Dir: dir})
}

func (f *finder) link(at string) {
	detail := "a symbolic link, not followed"
	if target, err := fs.ReadLink(f.fsys, at); err == nil {
		detail += ": it leads to " + clip(target)
	}
	f.problem(at, KindLink, detail)
}
