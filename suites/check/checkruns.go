package check

import (
	"context"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Files of a run folder besides its tables.
const (
	runFile       = "run.json"
	runRecordings = "recordings"
)

// RunFolder looks for secrets in a run folder: in its description and in the servers' responses. The tables are checked
// by their readers.
func RunFolder(ctx context.Context, p *project.Project, folder string) ([]Problem, error) {
	c := &checker{project: p, bad: map[string]bool{}}
	if info, err := fs.Stat(p.FS, path.Join(folder, runFile)); err == nil {
		c.secrets(path.Join(folder, runFile), fs.FileInfoToDirEntry(info))
	}
	err := fs.WalkDir(p.FS, path.Join(folder, runRecordings), func(file string, e fs.DirEntry, err error) error {
		if err == nil && path.Ext(file) == ".jsonl" && path.Base(file) != project.EmbeddingsFile {
			c.secrets(file, e)
		}
		return ctx.Err() // a missing or unreadable file is not project data
	})
	return c.report.Problems, err
}

// RunFolders returns the folders of a project's runs, finished or not.
func RunFolders(p *project.Project) []string {
	entries, _ := fs.ReadDir(p.FS, p.Reports) // there is none before the first run
	var all []string
	for _, e := range entries {
		folder := path.Join(p.Reports, e.Name())
		_, noInfo := fs.Stat(p.FS, path.Join(folder, runFile))
		_, noRecordings := fs.Stat(p.FS, path.Join(folder, runRecordings))
		if e.IsDir() && (noInfo == nil || noRecordings == nil) {
			all = append(all, folder)
		}
	}
	return all
}
