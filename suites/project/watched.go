package project

import (
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
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

// namedFolders returns the folders of templates and skills that a suite names, relative to its file.
func namedFolders(p *Project, file string) []string {
	data, err := disk.Read(p.FS, file, fixtures.MaxYAML)
	if err != nil {
		return nil
	}
	n, err := strict.ParseYAML(file, data)
	if err != nil {
		return nil
	}
	var names []string
	for _, key := range []string{"prompts", "skills"} {
		for _, folder := range n.Get(key).Texts() {
			names = append(names, folder.Text)
		}
	}
	return names
}
