package openai

import (
	"context"
	"net/http"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/server"
	"github.com/beaver-eval/beaver-eval/pipeline/wire"
)

// Chat implements pipeline.Model. Tool calls come without ids, with their arguments in the model's own bytes, and
// Content is unchanged, with think tags if the server left them there. Duration is that of the exchange, since these
// servers report none, without the wait for a turn, which Timeout does not bound either.
//
// The Err of a *pipeline.Failure wraps a server.Outcome.
func (c *Client) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	body, err := chatBody(req)
	if err != nil {
		return pipeline.Response{Origin: c.origin(req.Model)}, server.Failure(err)
	}
	var come *stream
	err = c.servers.Share(ctx, req.Timeout, func(ctx context.Context, h *server.Host) error {
		come = &stream{began: c.now()}
		return c.chat(ctx, h, body, come)
	})
	if ctx.Err() != nil || come == nil {
		return pipeline.Response{}, err
	}
	resp, unread := come.response(len(body))
	if err == nil && unread != nil {
		err = server.Failure(unread)
	}
	if err != nil {
		resp = server.Partial(resp)
	} else {
		resp.Duration = come.ended.Sub(come.began)
	}
	resp.Origin = c.origin(req.Model)
	return resp, err
}

// chat asks a host, and reads its answer into come.
func (c *Client) chat(ctx context.Context, h *server.Host, body []byte, come *stream) error {
	err := c.exchange(h, body, come.take).Send(ctx, http.MethodPost, "/chat/completions", "text/event-stream")
	if err != nil {
		return err
	}
	come.ended = c.now()
	return come.check()
}

// chatBody returns the bytes of a request: the body from package wire, streamed, with the tokens at the end.
func chatBody(req pipeline.Request) ([]byte, error) {
	more := map[string]any{"stream": true, "stream_options": map[string]bool{"include_usage": true}}
	if isLevel(req.Think) {
		more["reasoning_effort"] = req.Think
	}
	return server.Body(wire.OpenAI, req, more)
}

// isLevel reports whether thinking is set to a level. There is no key for true and false that all servers know.
func isLevel(t pipeline.Think) bool { return t != "" && t != "true" && t != "false" }
