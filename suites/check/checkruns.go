package check

import (
	"context"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// What the folder of a run holds beside its tables.
const (
	runFile       = "run.json"
	runRecordings = "recordings"
)

// runs looks for secrets in the folders of runs: in what they say of themselves and in what servers have said.
func (c *checker) runs(ctx context.Context) error {
	for _, folder := range RunFolders(c.project) {
		if info, err := fs.Stat(c.project.FS, path.Join(folder, runFile)); err == nil {
			c.secrets(path.Join(folder, runFile), fs.FileInfoToDirEntry(info))
		}
		err := fs.WalkDir(c.project.FS, path.Join(folder, runRecordings),
			func(file string, e fs.DirEntry, err error) error {
				if err == nil && path.Ext(file) == ".jsonl" && path.Base(file) != project.EmbeddingsFile {
					c.secrets(file, e)
				}
				return ctx.Err() // what is not there, or cannot be read, is no part of the project's data
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// RunFolders are the folders of a project's runs, finished or not.
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
