package project

import (
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// WriteEmbeddings replaces the embeddings of the suite's set. The caller holds the project's guard.
func (s *Suite) WriteEmbeddings(e *model.Embeddings) error {
	text, err := e.Encode()
	if err == nil {
		err = s.project.writeRecording(s.EmbeddingsFile(), text)
	}
	if err != nil {
		return pipeline.FileErrorf(s.EmbeddingsFile(), 0, "%w", fixtures.Pathless(err))
	}
	s.vectors.forget()
	return nil
}
