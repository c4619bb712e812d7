package ollama

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// watch lets hosts be asked for what a check has asked for, whenever they come back or join.
func (c *Client) watch(all []survey, uses []server.Use) {
	c.mu.Lock()
	c.wanted = append(c.wanted, uses...)
	models := server.ByModel(c.wanted, Name)
	c.mu.Unlock()
	down := map[*server.Host]error{}
	for _, s := range all {
		if s.down != nil {
			down[s.host] = s.down
		}
	}
	c.servers.Watch(server.Watch{
		Alive: func(ctx context.Context, h *server.Host) error {
			_, err := c.version(ctx, h)
			return err
		},
		Ready: func(ctx context.Context, h *server.Host) error { return c.ready(ctx, h, models) },
	}, down)
}

// ready returns why a host cannot take part in a run that has begun. It loads the models.
func (c *Client) ready(ctx context.Context, h *server.Host, models []server.Wanted) error {
	s := c.survey(ctx, h, models)
	if s.down != nil {
		return s.down
	}
	var f findings
	for _, w := range models {
		f.model(s, w, c.allowRemote)
		if err := c.another(s, w); err != nil {
			f.Errs = append(f.Errs, err)
		}
	}
	if len(f.Errs) == 0 {
		c.load(ctx, &f, []survey{s}, models)
	}
	if len(f.Errs) == 0 && ctx.Err() == nil {
		c.mu.Lock()
		c.versions[h.Name] = s.version
		c.mu.Unlock()
	}
	return errors.Join(append(f.Errs, ctx.Err())...)
}

// another returns an error if a host has another model than the run, under the same name.
func (c *Client) another(s survey, w server.Wanted) error {
	c.mu.Lock()
	known := c.seen[w.Name].Digest
	c.mu.Unlock()
	if here := s.models[w.Name].digest; known != "" && here != "" && here != known {
		return fmt.Errorf("%s: model %s is %.12s there and %.12s in this run: `ollama pull %s` there", s.host.Name,
			w.Name, here, known, w.Model)
	}
	return nil
}
