package model

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// EmbedRecorder keeps the vectors of the embedder behind it, and asks it for each text once. Secrets in a text are
// masked before it goes out; texts that differ only in volatile parts are one. Any number of goroutines may use it; one
// asks at a time.
type EmbedRecorder struct {
	Next pipeline.Embedder
	Mask *secrets.Masker

	by   EmbeddingModel
	name string

	mu  sync.Mutex
	all *Embeddings
}

// NewEmbedRecorder records the vectors of next, which is the model by. known are vectors that are not requested again
// (nil: none); those of another model are an *OtherModelError.
func NewEmbedRecorder(
	next pipeline.Embedder, mask *secrets.Masker, by EmbeddingModel, known *Embeddings,
) (*EmbedRecorder, error) {
	all := &Embeddings{EmbeddingModel: by}
	if known != nil {
		if known.Model != by.Model || known.ModelDigest != by.ModelDigest {
			return nil, &OtherModelError{Has: known.EmbeddingModel, Got: by}
		}
		all = &Embeddings{EmbeddingModel: known.EmbeddingModel, vectors: maps.Clone(known.vectors)}
	}
	return &EmbedRecorder{Next: next, Mask: mask, by: by, name: rand.Text(), all: all}, nil
}

// Embed implements pipeline.Embedder. A failure of the embedder cannot be recorded: a replay would differ from the
// recording, so no system may fall back on it.
func (r *EmbedRecorder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	masked, out := make([]string, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		masked[i], out[i] = r.Mask.Text(text), r.Mask.Secrets().Text(text)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.ask(ctx, masked, out); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for i, text := range masked {
		v, _ := r.all.Vector(text)
		vectors[i] = slices.Clone(v)
	}
	return vectors, nil
}

// ask requests the texts that have no vector yet, in their outgoing form.
func (r *EmbedRecorder) ask(ctx context.Context, texts, out []string) error {
	var missing, words []string
	seen := map[string]bool{}
	for i, text := range texts {
		if _, ok := r.all.Vector(text); !ok && !seen[text] {
			missing, words, seen[text] = append(missing, text), append(words, out[i]), true
		}
	}
	if len(missing) == 0 {
		return nil
	}
	vectors, err := r.Next.Embed(ctx, words)
	f, failed := errors.AsType[*pipeline.Failure](err)
	if failed && f.Unanswered() {
		return fmt.Errorf("the embedder %s: %w", r.by.Model, &NoAnswerError{f})
	}
	if failed {
		return &pipeline.InputError{What: fmt.Sprintf("the embedder %s has failed, and that is not recorded: %v",
			r.by.Model, f)}
	}
	if err != nil {
		return err
	}
	if len(vectors) != len(missing) {
		return fmt.Errorf("%d vectors for %d texts", len(vectors), len(missing))
	}
	for i, text := range missing {
		if err := r.all.Set(text, slices.Clone(vectors[i])); err != nil {
			return err
		}
	}
	r.all.Server = r.by.Server
	return nil
}

// Vectors implements pipeline.NamedEmbedder. The name is unique to this recorder: a cache made of one recorder's
// vectors must not keep another from asking.
func (r *EmbedRecorder) Vectors() string { return r.name }

// Embeddings returns the vectors that were known and all that were requested since.
func (r *EmbedRecorder) Embeddings() *Embeddings {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &Embeddings{EmbeddingModel: r.all.EmbeddingModel, vectors: maps.Clone(r.all.vectors)}
}
