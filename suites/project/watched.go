package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Watched returns the files and folders on disk that a run of the project may read, except reports: the root file, the
// data folders, and the folders of templates and skills that suites name. An unreadable suite names none.
func Watched(p *Project) []string {
	roots := []string{p.OnDisk(RootFile), p.OnDisk(p.Suites), p.OnDisk(p.Fixtures), p.OnDisk(p.Goldens)}
	files, _ := suiteFiles(p) // the run itself reports errors
	for _, file := range files {
		for _, name := range namedFolders(p, file) {
			full := path.Join(p.Suites, name)
			if !path.IsAbs(name) && !Within(full, p.Suites) && !Within(full, p.Fixtures) {
				roots = append(roots, p.OnDisk(full))
			}
		}
	}
	return roots
}

// WatchedCode returns the files on disk that may be the code of the project's applications, at most mostSources: those
// of the work tree that git does not ignore, without the project's own data, compiled code and git's settings; sorted.
// Without an application there are none.
func WatchedCode(p *Project, systems map[string]pipeline.System) []string {
	files, _ := suiteFiles(p)
	describes := func(file string) bool {
		_, described := systems[systemOf(p, file)].(pipeline.Configured)
		return described
	}
	if p.Dir == "" || !slices.ContainsFunc(files, describes) {
		return nil
	}
	names := slices.DeleteFunc(p.listed(), func(name string) bool {
		shown := p.Named(name)
		return p.isData(shown) || Within(shown, p.Suites) || shown == RootFile ||
			isMade(filepath.Base(filepath.Dir(name))) || strings.HasPrefix(filepath.Base(name), ".git")
	})
	slices.Sort(names)
	names = slices.Compact(names) // git lists a file with a merge conflict several times
	return names[:min(len(names), mostSources)]
}

// systemOf returns the system that a suite names; empty: none, or the suite cannot be read.
func systemOf(p *Project, file string) string {
	if name := suiteNode(p, file).Get("system"); name != nil {
		return name.Text
	}
	return ""
}

// namedFolders returns the folders of templates and skills that a suite names, relative to its file.
func namedFolders(p *Project, file string) []string {
	n := suiteNode(p, file)
	var names []string
	for _, key := range []string{"prompts", "skills"} {
		for _, folder := range n.Get(key).Texts() {
			names = append(names, folder.Text)
		}
	}
	return names
}

// suiteNode returns a suite as YAML; nil: it cannot be read, which the run itself reports.
func suiteNode(p *Project, file string) *strict.Node {
	data, err := disk.Read(p.FS, file, fixtures.MaxYAML)
	if err != nil {
		return nil
	}
	n, err := strict.ParseYAML(file, data)
	if err != nil {
		return nil
	}
	return n
}
