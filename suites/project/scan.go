package project

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// mostScanned is how many files of a project's folder are looked at, in the order of their names.
const mostScanned = 20_000

// notState are folders and files that programs write without reading them as state: packages, caches, what is built.
var notState = []string{
	".git", "node_modules", ".venv", "__pycache__", "*.pyc", "dist", ".next", "*.log", ".gitignore", ".gitattributes",
}

// WritesItself says that the command writes a file, wherever that is: then it is not a program's. It is called before
// anything runs.
func (p *Project) WritesItself(f *os.File) {
	if info, err := f.Stat(); err == nil { // else it is in no folder
		p.outputs = append(p.outputs, info)
	}
}

// scan looks at the regular files of the project's folder that may be state.
func (p *Project) scan() map[string]fs.FileInfo {
	found := map[string]fs.FileInfo{}
	own := []string{p.Goldens, p.Fixtures, p.Reports, p.Suites}
	seen := 0
	_ = filepath.WalkDir(p.Dir, func(name string, e fs.DirEntry, err error) error { // returns no error
		shown := p.Named(name)
		switch {
		case err != nil || name == p.Dir: // an unreadable folder is none of a program's either
			return nil
		case seen == mostScanned:
			return fs.SkipAll
		case isNotState(e.Name()) || e.IsDir() && slices.Contains(own, shown):
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !e.Type().IsRegular():
			return nil
		}
		seen++
		info, err := e.Info()
		if err != nil || p.isOutput(info) {
			return nil
		}
		found[shown] = info
		return nil
	})
	return found
}

func isNotState(name string) bool {
	if strings.HasPrefix(name, ".beaver-eval") || strings.HasPrefix(name, ".import-") { // this program's own
		return true
	}
	return slices.ContainsFunc(notState, func(pattern string) bool {
		match, _ := path.Match(pattern, name) // the patterns are valid
		return match
	})
}
