package ollama

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Check asks every host for its version and for the models of a run, and loads them, however long that takes, so that
// the run's first call does not wait for it. It returns the known facts about each model by its Name, which answers
// name from then on, warnings, and all reasons why the run would fail as one error, or the error of ctx.
func (c *Client) Check(ctx context.Context, uses []server.Use) (map[string]server.Info, []string, error) {
	models, hosts := server.ByModel(uses, Name), c.servers.All()
	all := make([]survey, len(hosts))
	var wg sync.WaitGroup
	for i, h := range hosts {
		wg.Go(func() { all[i] = c.survey(ctx, h, models) })
	}
	wg.Wait()
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("ollama: %w", ctx.Err())
	}
	var f findings
	up := f.hosts(all)
	for _, w := range models {
		for _, s := range up {
			f.model(s, w, c.allowRemote)
		}
		f.same(up, w)
		f.Pinned(w)
	}
	if len(f.Errs) == 0 {
		c.load(ctx, &f, up, models)
	}
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("ollama: %w", ctx.Err())
	}
	if len(f.Errs) == 0 {
		c.watch(all, uses)
	}
	return c.remember(up, models), f.Warnings, errors.Join(f.Errs...)
}

// remember stores what answers will name, and returns it.
func (c *Client) remember(up []survey, models []server.Wanted) map[string]server.Info {
	var versions []string
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range up {
		c.versions[s.host.Name] = s.version
		if !slices.Contains(versions, s.version) {
			versions = append(versions, s.version)
		}
	}
	infos := map[string]server.Info{}
	for _, w := range models {
		i := slices.IndexFunc(up, func(s survey) bool { return s.models[w.Name].err == nil })
		if i < 0 {
			continue
		}
		m := up[i].models[w.Name]
		infos[w.Name] = server.Info{
			Name: w.Name, Digest: m.digest, Server: strings.Join(versions, ","), ContextLength: m.context,
			Capabilities: m.capabilities,
		}
		c.seen[w.Name] = infos[w.Name]
	}
	return infos
}
