package project

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
)

// Starts notes that a case begins, whose program may write in the project's folder. The caller calls ended once the
// program has ended.
func (s *Suite) Starts() (ended func()) {
	if !s.writes() {
		return func() {}
	}
	return s.writing.starts(s.project.scan)
}

// writes reports whether this process runs programs of the suite in the project's folder.
func (s *Suite) writes() bool {
	return s.IsApplication() && s.project.Dir != "" && !s.Driven() && !s.Fed() && !s.isolated()
}

// Written returns the files in the project's folder that are new or other since the suite's first case began and, once
// no case is at work, until the last one ended: as Project.Named gives them, sorted. Files that git ignores count,
// since state mostly is one. Left out are the project's own folders, output of this process, links, packages and
// caches.
func (s *Suite) Written() []string { return s.writing.written(s.project.scan) }

// unexpected returns the written files that the suite does not list: it cannot be seen what a program reads.
func (s *Suite) unexpected() []string {
	names := s.Written()
	w, ok := s.system.(pipeline.Writing)
	if !ok || len(w.Writes()) == 0 {
		return names
	}
	return slices.DeleteFunc(names, func(name string) bool { return filter.Matches(w.Writes(), name) })
}

// State reads the files that the suite's programs have written so far.
func (s *Suite) State() *State {
	all := &State{names: map[string]bool{}}
	for _, name := range s.Written() {
		all.names[name] = true
		if len(all.files) == mostStates {
			continue
		}
		if text, err := disk.ReadFile(s.project.OnDisk(name), largestState); err == nil { // else it has gone since
			all.files = append(all.files, sourceFile{name, text})
		}
	}
	return all
}
