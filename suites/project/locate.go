package project

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// Locate finds the one file of the work tree that contains a line of a prompt verbatim: of those that git does not
// ignore, except goldens, cases and reports. A file that programs have written counts only if no other has the line.
// Empty: the line is short, or in no file, or in several.
func (p *Project) Locate(text string, written *State) (file string, line int) {
	text = strings.TrimSpace(text)
	if p.Dir == "" || utf8.RuneCountInString(text) < shortestSource {
		return "", 0
	}
	t := &p.tree
	p.sources()
	t.mu.Lock()
	all, known := t.found[text]
	if !known {
		all = t.find([]byte(text))
		if t.found == nil {
			t.found = map[string][]place{}
		}
		t.found[text] = all
	}
	t.mu.Unlock()
	all = slices.DeleteFunc(slices.Clone(all), func(at place) bool { return written.names[at.file] })
	switch len(all) {
	case 0:
		return written.Find(text)
	case 1:
		return all[0].file, all[0].line
	}
	return "", 0
}

// sources returns the files that may contain an application's prompts, read once.
func (p *Project) sources() []sourceFile {
	p.tree.read.Do(func() { p.tree.files = p.readFiles(func(string) bool { return true }) })
	return p.tree.files
}

// readFiles reads the files of the work tree that are wanted, in the order of their names.
func (p *Project) readFiles(wanted func(name string) bool) []sourceFile {
	names := p.listed()
	slices.Sort(names)
	var files []sourceFile
	total := 0
	for _, name := range slices.Compact(names) {
		if len(files) == mostSources || total > mostOfSources {
			break
		}
		shown := p.Named(name)
		if !wanted(name) || p.isData(shown) {
			continue
		}
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() { // a link is another file's name
			continue
		}
		text, err := disk.ReadFile(name, largestSource)
		if err != nil || bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
			continue
		}
		total += len(text)
		files = append(files, sourceFile{shown, text})
	}
	return files
}

// isData reports whether a file is the project's own data: goldens contain prompts, and cases what users say.
func (p *Project) isData(name string) bool {
	return slices.ContainsFunc([]string{p.Goldens, p.Fixtures, p.Reports}, func(dir string) bool {
		return strings.HasPrefix(name, path.Clean(dir)+"/")
	})
}

// listed returns the files of the work tree according to git, including untracked ones; without git those below the
// root, except hidden folders and installed packages.
func (p *Project) listed() []string {
	git := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", ":/")
	git.Dir = p.Dir
	if out, err := git.Output(); err == nil {
		var names []string
		for name := range strings.SplitSeq(string(out), "\x00") {
			if name != "" {
				names = append(names, filepath.Join(p.Dir, filepath.FromSlash(name)))
			}
		}
		return names
	}
	var names []string
	filepath.WalkDir(p.Dir, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // an unreadable file has no lines
		case e.IsDir() && name != p.Dir && (strings.HasPrefix(e.Name(), ".") || isMade(e.Name())):
			return fs.SkipDir
		case len(names) >= mostSources:
			return fs.SkipAll
		case e.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	return names
}

// isMade reports whether a folder of this name holds only what tools write: packages, or compiled code.
func isMade(name string) bool {
	return name == "node_modules" || name == "__pycache__" || name == "venv"
}

// LineIn returns the line of a project file that contains a line of a prompt; 0: none.
func (p *Project) LineIn(file, text string) int {
	text = strings.TrimSpace(text)
	data, err := disk.Read(p.FS, file, largestSource)
	if err != nil || utf8.RuneCountInString(text) < shortestSource {
		return 0
	}
	for line := text; ; { // a prompt may put a name before the file's text
		if i := bytes.Index(data, []byte(line)); i >= 0 {
			return 1 + bytes.Count(data[:i], []byte("\n"))
		}
		_, rest, ok := strings.Cut(line, ": ")
		if !ok || utf8.RuneCountInString(rest) < shortestSource {
			return 0
		}
		line = rest
	}
}
