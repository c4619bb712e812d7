package suites

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/retrieval"
)

// words is the built-in embedder, read when the first score asks for it.
type words struct {
	read func() (*retrieval.Words, error)
}

func newWords() *words { return &words{sync.OnceValues(retrieval.NewWords)} }

// Embed implements pipeline.Embedder.
func (w *words) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	e, err := w.read()
	if err != nil {
		return nil, err
	}
	return e.Embed(ctx, texts)
}
