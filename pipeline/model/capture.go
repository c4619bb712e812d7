package model

import (
	"context"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Capture keeps every request that passes it, with its answer, by path. Text from outside enters a conversation here:
// invalid UTF-8 in an answer is repaired, and thoughts that a server has left in the content of an answer are separated
// from it.
type Capture struct {
	Next pipeline.Model

	mu   sync.Mutex
	kept map[string]Exchange
}

// Exchange is a request with what came back.
type Exchange struct {
	Request  pipeline.Request
	Response pipeline.Response
	Err      error
	Repaired int  // number of invalid UTF-8 sequences in the answer
	Thought  bool // the answer began with its thoughts, which have been moved out of its content
}

// Chat implements pipeline.Model.
func (c *Capture) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := c.Next.Chat(ctx, req)
	return c.keep(req, resp, err)
}

// Keep implements pipeline.Kept.
func (c *Capture) Keep(req pipeline.Request, resp pipeline.Response, err error) {
	c.keep(req, resp, err)
}

func (c *Capture) keep(req pipeline.Request, resp pipeline.Response, err error) (pipeline.Response, error) {
	repaired, thought := repairResponse(&resp), setThoughtsApart(&resp)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.kept == nil {
		c.kept = map[string]Exchange{}
	}
	c.kept[req.Path] = Exchange{Request: req, Response: resp, Err: err, Repaired: repaired, Thought: thought}
	return resp, err
}

// At is the exchange with this path.
func (c *Capture) At(path string) (Exchange, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	x, ok := c.kept[path]
	return x, ok
}

// Len is the number of exchanges.
func (c *Capture) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.kept)
}

func repairResponse(r *pipeline.Response) int {
	n := 0
	fix := func(s *string) {
		text, runs := pipeline.Repair(*s)
		*s, n = text, n+runs
	}
	fix(&r.Content)
	fix(&r.Reasoning)
	for i := range r.ToolCalls {
		fix(&r.ToolCalls[i].ID)
		fix(&r.ToolCalls[i].Name)
		fix(&r.ToolCalls[i].Arguments)
	}
	return n
}
