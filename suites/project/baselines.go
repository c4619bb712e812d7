package project

import (
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/fixtures/strict"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Baselines returns the folders that the suites of a project name as their baselines, relative to its root. It includes
// all suites, even those that the verb has not loaded.
func Baselines(p *Project) ([]string, error) {
	files, err := suiteFiles(p)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, file := range files {
		data, err := disk.Read(p.FS, file, fixtures.MaxYAML)
		if err != nil {
			return nil, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err))
		}
		n, err := strict.ParseYAML(file, data)
		if err != nil {
			return nil, err
		}
		if named := n.Get("baseline"); named != nil && named.Kind == strict.String && named.Text != "" {
			folders = append(folders, path.Join(path.Dir(file), named.Text))
		}
	}
	return folders, nil
}
