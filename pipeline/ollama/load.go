package ollama

import (
	"context"
	"slices"
	"sync"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// load loads the models on every host, one after the other on each.
func (c *Client) load(ctx context.Context, f *findings, up []survey, models []server.Wanted) {
	found := make([]findings, len(up))
	var wg sync.WaitGroup
	for i, s := range up {
		wg.Go(func() {
			for _, w := range models {
				if s.models[w.Name].remote == "" && ctx.Err() == nil {
					c.loadOne(ctx, &found[i], s, w)
				}
			}
		})
	}
	wg.Wait()
	for _, own := range found {
		f.Add(own.Findings)
	}
}

func (c *Client) loadOne(ctx context.Context, f *findings, s survey, w server.Wanted) {
	if by := w.Of(server.Chats); len(by.Uses) > 0 {
		if err := c.loadChat(ctx, s.host, by); err != nil {
			f.Fail("%s: model %s%s cannot be loaded: %w", s.host.Name, w.Name, by.Stages(), err)
		}
	}
	by := w.Of(server.Embeds)
	if len(by.Uses) == 0 {
		return
	}
	able := slices.Contains(s.models[w.Name].capabilities, "embedding")
	switch err := c.loadEmbed(ctx, s.host, w.Model, able); {
	case err != nil && able:
		f.Fail("%s: model %s%s cannot be loaded: %w", s.host.Name, w.Name, by.Stages(), err)
	case err != nil:
		f.Fail("%s: model %s%s cannot do embedding: %w: choose another model for that", s.host.Name, w.Name,
			by.Stages(), err)
	case !able:
		f.Warn("%s: model %s%s was not made for embedding, though it gives vectors", s.host.Name, w.Name, by.Stages())
	}
}

// loadChat sends no message, which makes a server load the model.
func (c *Client) loadChat(ctx context.Context, h *server.Host, w server.Wanted) error {
	req := &api.ChatRequest{
		Model: w.Model, Messages: []api.Message{}, Stream: new(false), Options: map[string]any{},
		KeepAlive: &api.Duration{Duration: keepAlive},
	}
	if n := w.NumCtx(); n > 0 {
		req.Options["num_ctx"] = n
	}
	done := ""
	err := c.ask(ctx, h, func(client *api.Client) error {
		return client.Chat(ctx, req, func(resp api.ChatResponse) error {
			done = resp.DoneReason
			return nil
		})
	})
	if err == nil && done != loaded {
		return server.Garbage
	}
	return err
}

// loadEmbed sends no text; if it is unknown whether the model embeds at all, it sends one.
func (c *Client) loadEmbed(ctx context.Context, h *server.Host, model string, able bool) error {
	req := &api.EmbedRequest{Model: model, Input: "", KeepAlive: &api.Duration{Duration: keepAlive}}
	if !able {
		req.Input = server.Word
	}
	vectors := 0
	err := c.ask(ctx, h, func(client *api.Client) error {
		resp, err := client.Embed(ctx, req)
		if err == nil {
			vectors = len(resp.Embeddings)
		}
		return err
	})
	if err == nil && !able && vectors == 0 {
		return server.WrongVectors
	}
	return err
}
