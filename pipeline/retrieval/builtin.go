package retrieval

import (
	"context"
	"sync"
)

// BuiltIn is the built-in embedder, loaded on first use, once per program.
type BuiltIn struct{}

// sharedWords are the built-in word vectors. They never change.
var sharedWords = sync.OnceValues(NewWords)

// Embed implements pipeline.Embedder.
func (BuiltIn) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	w, err := sharedWords()
	if err != nil {
		return nil, err
	}
	return w.Embed(ctx, texts)
}

// Vectors implements pipeline.NamedEmbedder.
func (BuiltIn) Vectors() string { return "built-in" }

// Coverage is Words.Coverage.
func (BuiltIn) Coverage(text string) (float64, error) {
	w, err := sharedWords()
	if err != nil {
		return 0, err
	}
	return w.Coverage(text), nil
}
