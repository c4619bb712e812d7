package live

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Vectors embeds through servers for the suites that name an embedder, and keeps the vectors.
type Vectors struct {
	Server Embedding
	// vectors that are known already; nil: none
	Known  func(s *project.Suite) (*model.Embeddings, error)
	Outage *Outage // notices that the server is gone; nil: not watched

	asked []vectorsOf
}

// Embedding is a server for embeddings.
type Embedding interface {
	Embedder(model string) pipeline.Embedder
	EmbeddingModel(model string) model.EmbeddingModel
	Embeds(s *project.Suite) bool // it is of the kind that the suite's embedder names
}

type vectorsOf struct {
	suite    *project.Suite
	known    int // texts
	recorder *model.EmbedRecorder
}

// Of returns the embedder of a suite: see runner.Options.Embedder. If other servers embed for the suite, what is known
// has to suffice.
func (v *Vectors) Of(s *project.Suite) (pipeline.Embedder, error) {
	var known *model.Embeddings
	var err error
	if v.Known != nil {
		if known, err = v.Known(s); err != nil {
			return nil, err
		}
	}
	if !v.Server.Embeds(s) {
		return &model.EmbedReplay{Embeddings: known, Mask: s.Masker(), File: s.EmbeddingsFile(), Suite: s.File()}, nil
	}
	of := vectorsOf{suite: s}
	if known != nil {
		of.known = known.Len()
	}
	name := s.EmbeddingModel()
	heard := listeningEmbedder{v.Server.Embedder(name), v.Outage}
	of.recorder, err = model.NewEmbedRecorder(heard, s.Masker(), v.Server.EmbeddingModel(name), known)
	if err != nil {
		return nil, pipeline.FileErrorf(s.File(), 0, "embedder: %w", err)
	}
	v.asked = append(v.asked, of)
	return of.recorder, nil
}

// Each calls f for each suite with recorded vectors, with the number of new ones.
func (v *Vectors) Each(f func(s *project.Suite, all *model.Embeddings, fresh int) error) error {
	for _, of := range v.asked {
		all := of.recorder.Embeddings()
		if fresh := all.Len() - of.known; fresh > 0 {
			if err := f(of.suite, all, fresh); err != nil {
				return err
			}
		}
	}
	return nil
}
