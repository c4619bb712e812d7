package openai

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Embedder returns the embedder of a model. Whether a text that does not fit into the model's context is a failure or
// truncated is up to the server.
func (c *Client) Embedder(model string) pipeline.Embedder {
	return &server.Embedder{Ask: func(ctx context.Context, texts []string) (vectors [][]float32, err error) {
		err = c.servers.Share(ctx, 0, func(ctx context.Context, h *server.Host) (err error) {
			vectors, err = c.embed(ctx, h, model, texts)
			return err
		})
		return vectors, err
	}}
}

// embed asks a host for the vectors of texts, which it may list in any order.
func (c *Client) embed(ctx context.Context, h *server.Host, model string, texts []string) ([][]float32, error) {
	body, err := json.Marshal(map[string]any{"model": model, "input": texts, "encoding_format": "float"})
	if err != nil {
		return nil, err
	}
	var list struct {
		Data []struct {
			Index  int       `json:"index"`
			Vector []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := c.readJSON(ctx, h, http.MethodPost, "/embeddings", body, &list); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, d := range list.Data {
		if d.Index < 0 || d.Index >= len(texts) || vectors[d.Index] != nil {
			return nil, server.WrongVectors
		}
		vectors[d.Index] = d.Vector
	}
	return vectors, nil
}
