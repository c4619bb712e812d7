package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// busyTries is how often a call is repeated to overloaded servers.
const busyTries = 3

// Share tries one host after the other for a call, until one of them has answered. The limit, 0 for none, holds for
// each of them alone, since the wait for a turn says nothing of the model. The error is a *pipeline.Failure, or wraps
// that of ctx.
func (s *Servers) Share(ctx context.Context, limit time.Duration, do func(context.Context, *Host) error) error {
	var tried []*Host // unreachable hosts
	var worst error
	busy := 0
	for {
		h, err := s.once(ctx, tried, limit, do)
		switch {
		case isUnreachable(err):
			if tried = append(tried, h); !errors.Is(worst, Reset) { // which says more: a server was there
				worst = err
			}
			if len(tried) == len(s.pool.hosts) {
				return Failure(worst)
			}
		case repeats(err) && busy < busyTries:
			busy++
		default:
			return Failure(err)
		}
	}
}

// once makes a call with the next host that has not been tried.
func (s *Servers) once(ctx context.Context, tried []*Host, limit time.Duration,
	do func(context.Context, *Host) error) (*Host, error) {
	h, err := s.pool.take(ctx, slices.Clone(tried))
	if err != nil {
		return nil, fmt.Errorf("asking a server: %w", err)
	}
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		bounded, cancel = s.deadline(ctx, limit)
	}
	defer cancel()
	err = do(bounded, h)
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("asking a server: %w", ctx.Err())
	case bounded.Err() != nil:
		err = Late
	}
	s.pool.give(h, err)
	return h, err
}

// repeats reports whether a call is repeated after a while.
func repeats(err error) bool {
	o, ok := errors.AsType[Outcome](err)
	return ok && o.repeats()
}
