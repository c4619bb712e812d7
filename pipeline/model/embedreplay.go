package model

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// EmbedReplay returns recorded vectors, and asks no server. A text without one is a *MissEmbedError.
type EmbedReplay struct {
	Embeddings *Embeddings // nil: there are none
	Mask       *secrets.Masker
	File       string // of the embeddings, for errors
	Suite      string // the suite's file
}

// Embed implements pipeline.Embedder.
func (r *EmbedReplay) Embed(_ context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	miss := &MissEmbedError{Asked: len(texts), File: r.File, Suite: r.Suite}
	for i, text := range texts {
		text = r.Mask.Text(text)
		v, ok := r.Embeddings.Vector(text)
		if !ok {
			if miss.Missing++; miss.Missing == 1 {
				miss.First = text
			}
			continue
		}
		vectors[i] = slices.Clone(v)
	}
	if miss.Missing > 0 {
		return nil, miss
	}
	return vectors, nil
}

// Vectors implements pipeline.NamedEmbedder. The name depends on the file's content, which includes the model's digest,
// and on the suite, which defines the masks.
func (r *EmbedReplay) Vectors() string {
	if r.Embeddings == nil || r.Embeddings.name == "" {
		return ""
	}
	return r.Embeddings.name + " " + r.Suite
}
