package openai

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// tryAll asks each model for a first token or vector on every host, one after the other on each.
func (c *Client) tryAll(ctx context.Context, f *findings, up []survey, models []server.Wanted) {
	found := make([]findings, len(up))
	var wg sync.WaitGroup
	for i, s := range up {
		wg.Go(func() {
			for _, w := range models {
				if ctx.Err() == nil {
					c.try(ctx, &found[i], s.host, w)
				}
			}
		})
	}
	wg.Wait()
	for _, own := range found {
		f.Add(own.Findings)
	}
}

// try asks a host for one token and for one vector, as far as the run needs them.
func (c *Client) try(ctx context.Context, f *findings, h *server.Host, w server.Wanted) {
	if by := w.Of(server.Chats); len(by.Uses) > 0 {
		if err := c.tryChat(ctx, h, by); err != nil {
			f.Fail("%s: model %s%s does not answer: %w", h.Name, w.Name, by.Stages(), err)
		}
	}
	if by := w.Of(server.Embeds); len(by.Uses) > 0 {
		vectors, err := c.embed(ctx, h, w.Model, []string{server.Word})
		if err == nil && (len(vectors) != 1 || len(vectors[0]) == 0) {
			err = server.WrongVectors
		}
		if err != nil {
			f.Fail("%s: model %s%s cannot do embedding: %w: choose another model for that", h.Name, w.Name,
				by.Stages(), err)
		}
	}
}

// tryChat asks for one token. A tool is offered if the run offers some: servers may have been started without them.
func (c *Client) tryChat(ctx context.Context, h *server.Host, w server.Wanted) error {
	req := pipeline.Request{
		Model: w.Model, Messages: []pipeline.Message{pipeline.Text(pipeline.RoleUser, "Message", server.Word)},
		Options: pipeline.Options{NumPredict: new(1)},
	}
	if w.Any(func(u server.Use) bool { return u.Tools }) {
		req.Tools = []pipeline.Tool{{
			Name: "look", Description: "Looks around.",
			Parameters: json.RawMessage(`{"type":"object","properties":{}}`),
		}}
	}
	body, err := chatBody(req)
	if err != nil {
		return err
	}
	return c.chat(ctx, h, body, &stream{})
}
