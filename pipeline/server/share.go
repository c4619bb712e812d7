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

// mostFailing bounds how many hosts that respond are asked for one call: if they fail in a row, it is likely the call.
const mostFailing = 3

// Share tries one host after the other for a call, until one of them has answered. A host that is gone, before or
// within its answer, or that fails, is asked once for a call; what it has said is dropped. The limit, 0 for none, holds
// for each of them alone, since the wait for a turn says nothing of the model. The error is a *pipeline.Failure, or
// wraps that of ctx.
func (s *Servers) Share(ctx context.Context, limit time.Duration, do func(context.Context, *Host) error) error {
	var tried []*Host // without an answer
	var worst error
	busy, failing := 0, 0
	for {
		h, err := s.once(ctx, tried, limit, do)
		o, _ := errors.AsType[Outcome](err)
		switch {
		case errors.Is(err, errAllTried):
			return Failure(worst)
		case o.gone():
			tried, worst = append(tried, h), worse(worst, err)
		case o.failing() && failing < mostFailing-1:
			failing++
			tried, worst = append(tried, h), worse(worst, err)
		case o.repeats() && busy < busyTries:
			busy++
		default:
			return Failure(err)
		}
	}
}

// worse returns the error that says more: a server was there, a server has responded.
func worse(a, b error) error {
	says := func(err error) int {
		switch o, _ := errors.AsType[Outcome](err); {
		case err == nil:
			return 0
		case o == Refused:
			return 1
		case o == Reset, o == Silent, o == NotReady:
			return 2
		}
		return 3
	}
	if says(b) > says(a) {
		return b
	}
	return a
}

// once makes a call with the next host that has not been tried.
func (s *Servers) once(ctx context.Context, tried []*Host, limit time.Duration,
	do func(context.Context, *Host) error) (*Host, error) {
	h, err := s.pool.take(ctx, slices.Clone(tried))
	if err != nil {
		return nil, fmt.Errorf("asking a server: %w", err)
	}
	if err = s.prepare(ctx, h); err == nil {
		err = s.exchange(ctx, h, limit, do)
	}
	if ctx.Err() != nil {
		err = fmt.Errorf("asking a server: %w", ctx.Err())
	}
	s.pool.give(h, err)
	return h, err
}

// exchange makes a call with a host, within the limit.
func (s *Servers) exchange(ctx context.Context, h *Host, limit time.Duration,
	do func(context.Context, *Host) error) error {
	bounded, cancel := ctx, context.CancelFunc(func() {})
	if limit > 0 {
		bounded, cancel = s.deadline(ctx, limit)
	}
	defer cancel()
	err := do(bounded, h)
	if ctx.Err() == nil && bounded.Err() != nil {
		return s.late(ctx, h)
	}
	return err
}
