package ollama

import (
	"context"
	"slices"
	"sync"

	"github.com/ollama/ollama/api"
)

// load loads the models on every host, one after the other on each.
func (c *Client) load(ctx context.Context, f *findings, up []survey, models []wanted) {
	found := make([]findings, len(up))
	var wg sync.WaitGroup
	for i, s := range up {
		wg.Go(func() {
			for _, w := range models {
				if s.models[w.name].remote == "" && ctx.Err() == nil {
					c.loadOne(ctx, &found[i], s, w)
				}
			}
		})
	}
	wg.Wait()
	for _, own := range found {
		f.errs, f.warnings = append(f.errs, own.errs...), append(f.warnings, own.warnings...)
	}
}

func (c *Client) loadOne(ctx context.Context, f *findings, s survey, w wanted) {
	if by := w.of(chats); len(by.uses) > 0 {
		if err := c.loadChat(ctx, s.host, by); err != nil {
			f.fail("%s: model %s%s cannot be loaded: %w", s.host.name, w.name, by.asked(), err)
		}
	}
	by := w.of(embeds)
	if len(by.uses) == 0 {
		return
	}
	able := slices.Contains(s.models[w.name].capabilities, "embedding")
	switch err := c.loadEmbed(ctx, s.host, w.model, able); {
	case err != nil && able:
		f.fail("%s: model %s%s cannot be loaded: %w", s.host.name, w.name, by.asked(), err)
	case err != nil:
		f.fail("%s: model %s%s cannot do embedding: %w: choose another model for that", s.host.name, w.name,
			by.asked(), err)
	case !able:
		f.warn("%s: model %s%s was not made for embedding, though it gives vectors", s.host.name, w.name, by.asked())
	}
}

// loadChat sends no message, which makes a server load the model.
func (c *Client) loadChat(ctx context.Context, h *host, w wanted) error {
	req := &api.ChatRequest{
		Model: w.model, Messages: []api.Message{}, Stream: new(false), Options: map[string]any{},
		KeepAlive: &api.Duration{Duration: keepAlive},
	}
	if n := w.numCtx(); n > 0 {
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
		return Garbage
	}
	return err
}

// loadEmbed sends no text; if it is unknown whether the model embeds at all, it sends one.
func (c *Client) loadEmbed(ctx context.Context, h *host, model string, able bool) error {
	req := &api.EmbedRequest{Model: model, Input: "", KeepAlive: &api.Duration{Duration: keepAlive}}
	if !able {
		req.Input = word
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
		return WrongVectors
	}
	return err
}
