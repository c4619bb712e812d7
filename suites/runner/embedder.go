package runner

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// EmbedderOf returns the offline embedder of a suite's cases: the recorded vectors of the suite's embedder, or the
// built-in one if it names none.
func EmbedderOf(s *project.Suite) (pipeline.Embedder, error) {
	if s.EmbeddingModel() == "" {
		return retrieval.BuiltIn{}, nil
	}
	e, err := s.Embeddings()
	if err != nil {
		return nil, err
	}
	return &model.EmbedReplay{Embeddings: e, Mask: s.Masker(), File: s.EmbeddingsFile(), Suite: s.File()}, nil
}
