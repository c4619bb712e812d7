package ollama

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
)

// Chat implements pipeline.Model. Tool calls come without ids, with their arguments in the server's own bytes, and
// Content is unchanged, with think tags if the server left them there. Duration is that of the model alone, without the
// time to load it or to wait for a turn, which Timeout does not bound either.
//
// The Err of a *pipeline.Failure wraps a server.Outcome.
func (c *Client) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	body, err := chatBody(req)
	if err != nil {
		return pipeline.Response{Origin: c.origin(req.Model, "")}, server.Failure(err)
	}
	come, from := &answer{}, ""
	err = c.servers.Share(ctx, req.Timeout, func(ctx context.Context, h *server.Host) error {
		come, from = &answer{}, h.Name
		x := c.servers.Exchange(server.Exchange{Host: h, Body: body, Look: come.take, Refusal: refusal})
		// the client library would take 8 MB of memory for each answer
		if err := x.Send(ctx, http.MethodPost, "/api/chat", "application/x-ndjson"); err != nil {
			return err
		}
		return come.check()
	})
	if ctx.Err() != nil {
		return pipeline.Response{}, err
	}
	resp := come.response(len(body))
	if err != nil {
		resp = server.Partial(resp)
	}
	resp.Origin = c.origin(req.Model, from)
	return resp, err
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

// refusal reads the message of a refused request. Anything but JSON is a page for people.
func refusal(status int, body []byte) (words string, tooLong bool) {
	var no struct {
		Error string `json:"error"`
	}
	if err := json.NewDecoder(bytes.NewReader(body)).Decode(&no); err != nil {
		return "", false
	}
	return no.Error, status == http.StatusBadRequest && server.IsOverflow(no.Error)
}
