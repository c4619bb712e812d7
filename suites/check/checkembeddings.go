package check

import (
	"bytes"
	"fmt"
	"io/fs"
	"path"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// ofEmbeddings reports whether a file holds a set's embeddings, judging by its name: no case's recording has that name.
func (c *checker) ofEmbeddings(file string) bool {
	return path.Base(file) == project.EmbeddingsFile &&
		project.Within(file, path.Join(c.project.Fixtures, "recordings"))
}

// embeddings checks a file of embeddings. The check of the suite compares their model with the one that it names.
func (c *checker) embeddings(file string, e fs.DirEntry) {
	data, err := disk.Read(c.project.FS, file, project.MaxRecording)
	if err != nil {
		c.errors(file, KindRecording, pipeline.FileErrorf(file, 0, "%w", fixtures.Pathless(err)))
		return
	}
	all, err := model.ReadEmbeddings(data, file)
	if err != nil {
		c.errors(file, KindRecording, err)
		return
	}
	if text, err := all.Encode(); err != nil || !bytes.Equal(text, data) {
		c.problem(file, KindRecording, "not as this program writes it: edited by hand, or merged? "+
			"record what is missing")
	}
	c.mode(file, e)
}

// mode warns of a recording that other users can read.
func (c *checker) mode(file string, e fs.DirEntry) {
	if info, err := e.Info(); err == nil && c.project.Dir != "" && info.Mode().Perm()&0o077 != 0 {
		c.problem(file, KindMode, fmt.Sprintf("others can read it (mode %04o); recordings are written with 0600",
			info.Mode().Perm()))
	}
}
