package ollama

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// batch is the maximum number of texts in one request.
const batch = 64

// word is a text for which every model has a vector.
const word = "a"

// Embedder returns the embedder of a model. Blank texts, which servers refuse, have vectors of length 0. A text that
// does not fit into the model's context is a failure, never truncated.
func (c *Client) Embedder(model string) pipeline.Embedder { return &embedder{client: c, model: model} }

type embedder struct {
	client *Client
	model  string

	mu   sync.Mutex
	dims int // of every vector; 0: not known yet
}

// Embed implements pipeline.Embedder. Its error is a *pipeline.Failure, or wraps that of ctx.
func (e *embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
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
func (e *embedder) ask(ctx context.Context, texts []string) ([][]float32, error) {
	var vectors [][]float32
	err := e.client.share(ctx, 0, func(ctx context.Context, h *host) error {
		return e.client.ask(ctx, h, func(client *api.Client) error {
			resp, err := client.Embed(ctx, &api.EmbedRequest{
				Model: e.model, Input: texts, Truncate: new(false), KeepAlive: &api.Duration{Duration: keepAlive},
			})
			if err != nil {
				return err
			}
			vectors = resp.Embeddings
			return nil
		})
	})
	if err == nil && !e.fit(vectors, len(texts)) {
		return nil, failure(WrongVectors)
	}
	return vectors, err
}

// fit reports whether there are n vectors, all as long as the model's.
func (e *embedder) fit(vectors [][]float32, n int) bool {
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
func (e *embedder) dimensions(ctx context.Context) (int, error) {
	e.mu.Lock()
	dims := e.dims
	e.mu.Unlock()
	if dims > 0 {
		return dims, nil
	}
	vectors, err := e.ask(ctx, []string{word})
	if err != nil {
		return 0, err
	}
	return len(vectors[0]), nil
}
