package ollama

import (
	"context"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Embedder returns the embedder of a model. A text that does not fit into the model's context is a failure, never
// truncated.
func (c *Client) Embedder(model string) pipeline.Embedder {
	return &server.Embedder{Ask: func(ctx context.Context, texts []string) (vectors [][]float32, err error) {
		err = c.servers.Share(ctx, 0, func(ctx context.Context, h *server.Host) error {
			return c.ask(ctx, h, func(client *api.Client) error {
				resp, err := client.Embed(ctx, &api.EmbedRequest{
					Model: model, Input: texts, Truncate: new(false), KeepAlive: &api.Duration{Duration: keepAlive},
				})
				if err != nil {
					return err
				}
				vectors = resp.Embeddings
				return nil
			})
		})
		return vectors, err
	}}
}
