package score

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// embedder makes vectors of texts, and says how far they speak of a text.
type embedder interface {
	pipeline.Embedder
	// Coverage is the share of a text that the vectors know something of, from 0 to 1.
	Coverage(text string) (float64, error)
}

// words is the built-in embedder, read when the first score asks for it.
type words struct {
	read func() (*retrieval.Words, error)
}

func NewWords() *words { return &words{sync.OnceValues(retrieval.NewWords)} }

// Embed implements embedder.
func (w *words) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e, err := w.read()
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, texts)
}

// Coverage implements embedder.
func (w *words) Coverage(text string) (float64, error) {
	e, err := w.read()
	if err != nil {
		return 0, err
	}
	return e.Coverage(text), nil
}
