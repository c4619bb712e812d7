package catalogue

import (
	"io/fs"
	"path"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline/skills"
)

// walk traverses the folder of a skill.
type walk struct {
	*finder
	top     string
	ignored []pattern
}

// folder adds the files of a folder and everything below it, ordered by name: at the top all Markdown files, further
// down only SKILL.md.
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

// relative returns a path in the folder of the skill.
func (w *walk) relative(at string) string {
	return strings.TrimPrefix(strings.TrimPrefix(at, w.top), "/")
}

// readIgnored adds the patterns of a folder's ignore files. They apply below the folder.
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

// isIgnored returns the verdict of the last matching pattern.
func (w *walk) isIgnored(at string, isDir bool) bool {
	ignored := false
	for _, p := range w.ignored {
		if (isDir || !p.dirs) && p.fits.MatchString(w.relative(at)) {
			ignored = !p.not
		}
	}
	return ignored
}
