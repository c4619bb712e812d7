package server

import (
	"context"
	"slices"
	"strings"
	"sync"
)

// batch is the maximum number of texts in one request.
const batch = 64

// Word is a text for which every model has a vector.
const Word = "a"

// Embedder embeds texts through servers. Blank texts, which servers refuse, have vectors of length 0. It implements
// pipeline.Embedder, and is safe for concurrent use.
type Embedder struct {
	// Ask returns the vectors of texts of which none is blank. A text that does not fit into the model's context is a
	// failure, never truncated, where the server can be told so.
	Ask func(ctx context.Context, texts []string) ([][]float32, error)

	mu   sync.Mutex
	dims int // of every vector; 0: not known yet
}

// Embed implements pipeline.Embedder. Its error is a *pipeline.Failure, or wraps that of ctx.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, len(texts))
	var told []int // indexes of the texts that are not blank
	for i, text := range texts {
		if strings.TrimSpace(text) != "" {
			told = append(told, i)
		}
	}
	for part := range slices.Chunk(told, batch) {
		var input []string
		for _, i := range part {
			input = append(input, texts[i])
		}
		got, err := e.ask(ctx, input)
		if err != nil {
			return nil, err
		}
		for n, i := range part {
			vectors[i] = got[n]
		}
	}
	if len(told) == len(texts) {
		return vectors, nil
	}
	dims, err := e.dimensions(ctx)
	if err != nil {
		return nil, err
	}
	for i := range vectors {
		if vectors[i] == nil {
			vectors[i] = make([]float32, dims)
		}
	}
	return vectors, nil
}

// ask embeds texts of which none is blank.
func (e *Embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	vectors, err := e.Ask(ctx, texts)
	if err == nil && !e.fit(vectors, len(texts)) {
		return nil, Failure(WrongVectors)
	}
	return vectors, err
}

// fit reports whether there are n vectors, all as long as the model's.
func (e *Embedder) fit(vectors [][]float32, n int) bool {
	if len(vectors) != n {
		return false
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, v := range vectors {
		if e.dims == 0 {
			e.dims = len(v)
		}
		if len(v) == 0 || len(v) != e.dims {
			return false
		}
	}
	return true
}

// dimensions returns the length of the model's vectors; if none has come yet, it asks for one.
func (e *Embedder) dimensions(ctx context.Context) (int, error) {
	e.mu.Lock()
	dims := e.dims
	e.mu.Unlock()
	if dims > 0 {
		return dims, nil
	}
	vectors, err := e.ask(ctx, []string{Word})
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}
