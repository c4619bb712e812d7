package openai

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline/model"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Check asks every host for its models, and asks each model of a run for one token or one vector, however long it takes
// to load, so that the run's first call does not wait for it, and a server that refuses tools is found before the run.
// It returns the known facts about each model by its name, warnings, also of what these servers cannot be sent, and all
// reasons why the run would fail as one error, or the error of ctx.
func (c *Client) Check(ctx context.Context, uses []server.Use) (map[string]server.Info, []string, error) {
	models := server.ByModel(uses, model.ModelName)
	all := make([]survey, len(c.servers.All()))
	var wg sync.WaitGroup
	for i, h := range c.servers.All() {
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
		f.plain(c.servers.All())
	}
	if len(f.Errs) == 0 {
		c.tryAll(ctx, &f, up, models)
	}
	if ctx.Err() != nil {
		return nil, nil, fmt.Errorf("asking a server: %w", ctx.Err())
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

// findings are those of a check.
type findings struct{ server.Findings }

// hosts reports unreachable hosts, and returns the others.
func (f *findings) hosts(all []survey) []survey {
	up := slices.DeleteFunc(slices.Clone(all), func(s survey) bool { return s.down != nil })
	for _, s := range all {
		switch {
		case errors.Is(s.down, server.Unauthorized), errors.Is(s.down, server.Forbidden):
			f.Fail("%s: %w: set OPENAI_API_KEY to its key", s.host.Name, s.down)
		case s.down != nil && len(up) == 0:
			f.Fail("%s: %w: start the server, or name another one with --host URL/v1", s.host.Name, s.down)
		case s.down != nil:
			f.Warn("%s: %v: the other hosts do its share", s.host.Name, s.down)
		case s.isOllama():
			f.Warn("%s is Ollama: its /v1 cuts prompts that are too long, and says nothing: --model ollama:NAME without "+
				"/v1 reports them", s.host.Name)
		}
	}
	return up
}

// model checks a model on a host that lists its models.
func (f *findings) model(s survey, w server.Wanted) {
	m, found := s.find(w.Name)
	if !found && len(s.models) > 0 {
		f.Fail("%s: there is no model %s%s, only %s: name one of these, or load it there", s.host.Name, w.Name,
			w.Stages(), strings.Join(s.names(), ", "))
	}
	if n := w.NumCtx(); m.context() > 0 && m.context() < n {
		f.Warn("%s: model %s%s has a context of %d tokens, num_ctx is %d", s.host.Name, w.Name,
			w.Of(func(u server.Use) bool { return u.NumCtx > m.context() }).Stages(), m.context(), n)
	}
}

// noDigest is said once, whatever the models.
const noDigest = "servers of OpenAI's API name no digest: nobody can tell later that a name meant other weights"

// unsent reports the settings that these servers are not sent.
func (f *findings) unsent(w server.Wanted) {
	var names []string
	for _, u := range w.Uses {
		names = append(names, u.Settings...)
	}
	names = slices.DeleteFunc(names, isSent)
	slices.Sort(names)
	if names = slices.Compact(names); len(names) > 0 {
		f.Warn("model %s%s: %s cannot be sent to a server of OpenAI's API: set that on the server", w.Name, w.Stages(),
			strings.Join(names, ", "))
	}
}

// isSent reports whether a setting of a suite has a key in the bodies of these servers.
func isSent(setting string) bool {
	switch setting {
	case "num_ctx", "top_k", "min_p", "repeat_penalty", "think: true", "think: false":
		return false
	}
	return true
}

// plain reports the hosts to which the key goes unencrypted.
func (f *findings) plain(hosts []*server.Host) {
	for _, h := range hosts {
		if h.IsPlain() {
			f.Warn("%s gets the key unencrypted: use https if others can listen", h.Name)
		}
	}
}
