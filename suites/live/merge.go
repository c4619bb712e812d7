package live

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Merge copies the answers of runs of different cases, and joins their vectors of each suite.
func (f *Folder) Merge(folders []string) error {
	vectors := map[string]*model.Embeddings{}
	for _, dir := range folders {
		err := fs.WalkDir(os.DirFS(dir), ".", func(file string, e fs.DirEntry, err error) error {
			suite, name, below := strings.Cut(file, "/")
			switch {
			case err != nil || e.IsDir() || !below:
				return err
			case name == project.EmbeddingsFile:
				return (&Folder{dir}).joinVectors(vectors, suite)
			}
			return f.copy(filepath.Join(dir, filepath.FromSlash(file)), suite, name)
		})
		if err != nil {
			return err
		}
	}
	for suite, all := range vectors {
		if err := f.KeepEmbeddings(suite, all); err != nil {
			return err
		}
	}
	return nil
}

// joinVectors adds the vectors of a suite to those of other folders.
func (f *Folder) joinVectors(all map[string]*model.Embeddings, suite string) error {
	more, err := f.Embeddings(suite)
	if err != nil || more == nil {
		return err
	}
	if all[suite] == nil {
		all[suite] = more
		return nil
	}
	return all[suite].Join(more)
}

// copy copies the recording of a case.
func (f *Folder) copy(file, suite, name string) error {
	data, err := disk.ReadFile(file, project.MaxRecording)
	if err == nil {
		err = os.MkdirAll(filepath.Join(f.Dir, suite), 0o755)
	}
	if err != nil {
		return err
	}
	return disk.Write(filepath.Join(f.Dir, suite, name), data, 0o600)
}
