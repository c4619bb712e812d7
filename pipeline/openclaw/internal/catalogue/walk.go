package catalogue

import (
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// walk goes through the folder of a skill.
type walk struct {
	*finder
	top     string
	ignored []pattern
}

// folder takes the files of a folder and what lies below it, in the order of their names: at the top all Markdown
// files, further down SKILL.md alone.
func (w *walk) folder(at string, depth int) {
	w.readIgnored(at)
	for _, e := range w.entries(at) {
		name := path.Join(at, e.Name())
		info := w.stat(name)
		if info == nil || w.isIgnored(name, info.IsDir()) {
			continue
		}
		skill := e.Name() == skills.File
		if depth == 0 {
			skill = strings.HasSuffix(e.Name(), ".md")
		}
		switch {
		case info.IsDir() && depth < skills.MaxNesting:
			w.folder(name, depth+1)
		case info.Mode().IsRegular() && skill:
			w.take(name)
		}
	}
}

// relative is a path in the folder of the skill.
func (w *walk) relative(at string) string {
	return strings.TrimPrefix(strings.TrimPrefix(at, w.top), "/")
}

// readIgnored adds what the files of a folder name that say what is to be ignored. Their patterns hold below the
// folder.
func (w *walk) readIgnored(at string) {
	prefix := w.relative(at)
	if prefix != "" {
		prefix += "/"
	}
	for _, name := range []string{".gitignore", ".ignore", ".fdignore"} {
		real, ok := w.resolve(path.Join(at, name))
		if !ok {
			continue
		}
		data, err := fs.ReadFile(w.fsys, real)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			if p, ok := parsePattern(line, prefix); ok {
				w.ignored = append(w.ignored, p)
			}
		}
	}
}

// isIgnored reports what the last pattern says that fits.
func (w *walk) isIgnored(at string, isDir bool) bool {
	ignored := false
	for _, p := range w.ignored {
		if (isDir || !p.dirs) && p.fits.MatchString(w.relative(at)) {
			ignored = !p.not
		}
	}
	return ignored
}
