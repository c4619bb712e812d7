package ollama

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// busyTries is how often a call is repeated to overloaded servers.
const busyTries = 3

// share tries one host after the other for a call, until one of them has answered. The limit, 0 for none, holds for
// each of them alone, since the wait for a turn says nothing of the model. The error is a *pipeline.Failure, or wraps
// that of ctx.
func (c *Client) share(ctx context.Context, limit time.Duration, do func(context.Context, *host) error) error {
	var tried []*host // unreachable hosts
	var worst error
	busy := 0
	for {
		h, err := c.once(ctx, tried, limit, do)
		switch {
		case isUnreachable(err):
			if tried = append(tried, h); !errors.Is(worst, Reset) { // which says more: a server was there
				worst = err
			}
			if len(tried) == len(c.pool.hosts) {
				return failure(worst)
			}
		case repeats(err) && busy < busyTries:
			busy++
		default:
			return failure(err)
		}
	}
}

// once makes a call with the next host that has not been tried.
func (c *Client) once(ctx context.Context, tried []*host, limit time.Duration,
	do func(context.Context, *host) error) (*host, error) {
	h, err := c.pool.take(ctx, slices.Clone(tried))
	if err != nil {
		return nil, fmt.Errorf("ollama: %w", err)
	}
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		bounded, cancel = c.deadline(ctx, limit)
	}
	defer cancel()
	err = do(bounded, h)
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("ollama: %w", ctx.Err())
	case bounded.Err() != nil:
		err = Late
	}
	c.pool.give(h, err)
	return h, err
}

// repeats reports whether a call is repeated after a while.
func repeats(err error) bool {
	o, ok := errors.AsType[Outcome](err)
	return ok && o.repeats()
}
