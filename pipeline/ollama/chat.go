package ollama

import (
	"context"
	"io"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Chat implements pipeline.Model. Tool calls come without ids, with their arguments in the server's own bytes, and
// Content is unchanged, with think tags if the server left them there. Duration is that of the model alone, without the
// time to load it or to wait for a turn, which Timeout does not bound either.
//
// The Err of a *pipeline.Failure wraps an Outcome.
func (c *Client) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	body, err := chatBody(req)
	if err != nil {
		return pipeline.Response{Origin: c.origin(req.Model, "")}, failure(err)
	}
	come, from := &answer{}, ""
	err = c.share(ctx, req.Timeout, func(ctx context.Context, h *host) error {
		come, from = &answer{}, h.name
		x := &exchange{next: c.transport, host: h, body: body, look: come.take}
		if err := x.do(ctx, func(client *http.Client) error { return postChat(ctx, client) }); err != nil {
			return err
		}
		return come.check()
	})
	if ctx.Err() != nil {
		return pipeline.Response{}, err
	}
	resp := come.response(len(body))
	if err != nil {
		resp = partial(resp)
	}
	resp.Origin = c.origin(req.Model, from)
	return resp, err
}

// postChat asks as the client library does, which would take 8 MB of memory for each answer. The exchange below has the
// body, and sees the lines.
func postChat(ctx context.Context, client *http.Client) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+nowhere+"/api/chat", http.NoBody)
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/x-ndjson")
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// origin returns the provenance of an answer that a host has just given.
func (c *Client) origin(model, host string) pipeline.Origin {
	c.mu.Lock()
	defer c.mu.Unlock()
	name := Name(model)
	seen := c.seen[name]
	return pipeline.Origin{
		Source: pipeline.SourceOllama, Match: pipeline.MatchLive, Model: name, ModelDigest: seen.Digest,
		Context: seen.ContextLength, Server: c.versions[host], At: c.now().UTC().Round(0),
	}
}
