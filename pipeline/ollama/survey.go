package ollama

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"time"

	"github.com/ollama/ollama/api"

	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// versionTimeout bounds a server's answer with its version. It needs no model for that.
const versionTimeout = 10 * time.Second

// survey is a host's report on itself and on some models.
type survey struct {
	host    *server.Host
	down    error // it is unreachable
	version string
	models  map[string]shown // by Name
}

// shown is a model on a host.
type shown struct {
	err          error // the question failed
	digest       string
	remote       string // the host that really runs it; empty: this one
	context      int    // tokens; 0: unknown
	capabilities []string
}

// ask lets ask use a host through the client library, where that reads well enough.
func (c *Client) ask(ctx context.Context, h *server.Host, ask func(*api.Client) error) error {
	x := c.servers.Exchange(server.Exchange{Host: h, Refusal: refusal})
	return x.Do(ctx, func(client *http.Client) error {
		return ask(api.NewClient(&url.URL{Scheme: "http", Host: server.Nowhere}, client))
	})
}

// version asks a host for its version.
func (c *Client) version(ctx context.Context, h *server.Host) (version string, err error) {
	limited, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	err = c.ask(limited, h, func(client *api.Client) (err error) {
		version, err = client.Version(limited)
		return err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = server.Late
	}
	return version, err
}

// survey asks a host for its version, and for each model.
func (c *Client) survey(ctx context.Context, h *server.Host, models []server.Wanted) survey {
	s := survey{host: h, models: map[string]shown{}}
	if s.version, s.down = c.version(ctx, h); s.down != nil {
		return s
	}
	for _, w := range models {
		s.models[w.Name] = c.show(ctx, h, w.Model)
	}
	var list *api.ListResponse
	s.down = c.ask(ctx, h, func(client *api.Client) (err error) {
		list, err = client.List(ctx)
		return err
	})
	if s.down != nil {
		return s
	}
	for _, listed := range list.Models {
		if m, ok := s.models[Name(listed.Name)]; ok {
			m.digest = listed.Digest
			s.models[Name(listed.Name)] = m
		}
	}
	return s
}

func (c *Client) show(ctx context.Context, h *server.Host, model string) shown {
	var resp *api.ShowResponse
	err := c.ask(ctx, h, func(client *api.Client) (err error) {
		resp, err = client.Show(ctx, &api.ShowRequest{Model: model})
		return err
	})
	if err != nil {
		return shown{err: err}
	}
	s := shown{remote: resp.RemoteHost}
	if architecture, ok := resp.ModelInfo["general.architecture"].(string); ok {
		length, _ := resp.ModelInfo[architecture+".context_length"].(float64)
		s.context = int(length)
	}
	for _, capability := range resp.Capabilities {
		s.capabilities = append(s.capabilities, string(capability))
	}
	return s
}
