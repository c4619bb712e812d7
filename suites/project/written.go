package project

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// mostScanned is how many files of a project's folder are looked at, in the order of their names.
const mostScanned = 20_000

// notState are folders and files that programs write without reading them as state: packages, caches, what is built.
var notState = []string{
	".git", "node_modules", ".venv", "__pycache__", "*.pyc", "dist", ".next", "*.log", ".gitignore", ".gitattributes",
}

// writing knows what the programs of a suite write in the project's folder.
type writing struct {
	mu     sync.Mutex
	before map[string]fs.FileInfo // by their names in the project, as the first case found them; nil: none has begun
	active int                    // cases
	ended  time.Time              // the last case without others beside it; zero: not yet
}

// Starts notes that a case begins, whose program may write in the project's folder. The caller calls ended once the
// program has ended.
func (s *Suite) Starts() (ended func()) {
	if !s.writes() {
		return func() {}
	}
	w := s.writing
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.before == nil {
		w.before = s.project.scan()
	}
	w.active++
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.active--
		w.ended = time.Now()
	}
}

// writes reports whether this process runs programs of the suite in the project's folder.
func (s *Suite) writes() bool {
	return s.IsApplication() && s.project.Dir != "" && !s.Driven() && !s.Fed() && !s.isolated()
}

// Written returns the files in the project's folder that are new or other since the suite's first case began and, once
// no case is at work, until the last one ended: as Project.Named gives them, sorted. Files that git ignores count, since
// state mostly is one. Left out are the project's own folders, output of this process, links, packages and caches.
func (s *Suite) Written() []string {
	w := s.writing
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.before == nil {
		return nil
	}
	var names []string
	for name, now := range s.project.scan() {
		was := w.before[name]
		same := was != nil && os.SameFile(was, now) && was.Size() == now.Size() && was.ModTime().Equal(now.ModTime())
		if !same && (w.active > 0 || !now.ModTime().After(w.ended)) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// EachWritten calls f with the files that the programs of loaded suites have written in the project's folder, and with
// the line below app: of the suite that would move them, if it can be told; see Suite.Written.
func (p *Project) EachWritten(f func(suite string, files []string, env string)) {
	for _, s := range p.applications {
		if files := s.Written(); len(files) > 0 {
			f(s.Name, files, p.envFor(files))
		}
	}
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
		if err != nil || slices.ContainsFunc(p.outputs, func(o fs.FileInfo) bool { return os.SameFile(o, info) }) {
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
