package openai

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// watch lets hosts be asked for what a check has asked for, whenever they come back or join.
func (c *Client) watch(all []survey, uses []server.Use) {
	c.mu.Lock()
	c.wanted = append(c.wanted, uses...)
	models := server.ByModel(c.wanted, model.ModelName)
	c.mu.Unlock()
	down := map[*server.Host]error{}
	for _, s := range all {
		if s.down != nil {
			down[s.host] = s.down
		}
	}
	c.servers.Watch(server.Watch{
		Alive: func(ctx context.Context, h *server.Host) error { return c.survey(ctx, h).down },
		Ready: func(ctx context.Context, h *server.Host) error { return c.ready(ctx, h, models) },
	}, down)
}

// ready returns why a host cannot take part in a run that has begun. It loads the models.
func (c *Client) ready(ctx context.Context, h *server.Host, models []server.Wanted) error {
	s := c.survey(ctx, h)
	if s.down != nil {
		return s.down
	}
	var f findings
	for _, w := range models {
		f.model(s, w)
	}
	if len(f.Errs) == 0 {
		c.tryAll(ctx, &f, []survey{s}, models)
	}
	return errors.Join(append(f.Errs, ctx.Err())...)
}
