package openai

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Check asks every host for its models, and asks each model of a run for one token or one vector, however long it takes
// to load, so that the run's first call does not wait for it, and a server that refuses tools is found before the run.
// It returns the known facts about each model by its name, warnings, also of what these servers cannot be sent, and all
// reasons why the run would fail as one error, or the error of ctx.
func (c *Client) Check(ctx context.Context, uses []server.Use) (map[string]server.Info, []string, error) {
	models, hosts := server.ByModel(uses, model.ModelName), c.servers.All()
	all := make([]survey, len(hosts))
	var wg sync.WaitGroup
	for i, h := range hosts {
		wg.Go(func() { all[i] = c.survey(ctx, h) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("asking a server: %w", ctx.Err())
	}
	var f findings
	up := f.hosts(all)
	f.Warn(noDigest)
	for _, w := range models {
		for _, s := range up {
			f.model(s, w)
		}
		f.unsent(w)
		f.Pinned(w)
	}
	if c.key != "" {
		f.plain(hosts)
	}
	if len(f.Errs) == 0 {
		c.tryAll(ctx, &f, up, models)
	}
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("asking a server: %w", ctx.Err())
	}
	if len(f.Errs) == 0 {
		c.watch(all, uses)
	}
	return c.remember(up, models), f.Warnings, errors.Join(f.Errs...)
}

// remember stores what answers will name, and returns it.
func (c *Client) remember(up []survey, models []server.Wanted) map[string]server.Info {
	c.mu.Lock()
	defer c.mu.Unlock()
	infos := map[string]server.Info{}
	for _, w := range models {
		info := server.Info{Name: w.Name}
		for _, s := range up {
			if m, ok := s.find(w.Name); ok && info.ContextLength == 0 {
				info.ContextLength = m.context()
			}
		}
		infos[w.Name], c.seen[w.Name] = info, info
	}
	return infos
}
