package server

import (
	"context"
	"errors"
)

// Watch says how hosts are looked at in a run.
type Watch struct {
	// Alive asks a host for anything that it can say at once. It is called after an answer that was late: a slow model
	// and a server that is gone look the same.
	Alive func(context.Context, *Host) error

	// Ready asks a host for all that the run needs of it, and loads the models. It is called, outside of any deadline,
	// before a host that was gone, or has joined, gets a call: it may have another model by now.
	Ready func(context.Context, *Host) error
}

// notReadyError is NotReady with the reasons, which name the host.
type notReadyError struct{ why error }

// Error says what may be recorded: nothing that differs from machine to machine.
func (e *notReadyError) Error() string { return NotReady.Saying(e.why.Error()).Error() }
func (e *notReadyError) Unwrap() error { return NotReady }

// prepare makes sure that a host is ready for a call.
func (s *Servers) prepare(ctx context.Context, h *Host) error {
	w := s.pool.doubts(h)
	if w.Ready == nil {
		return nil
	}
	err := w.Ready(ctx, h)
	o, _ := errors.AsType[Outcome](err)
	switch {
	case err == nil:
		s.pool.trust(h)
	case ctx.Err() == nil && (!o.gone() || err.Error() != o.Error()):
		err = &notReadyError{err}
	}
	return err
}

// late returns the outcome of an exchange that had no whole answer in time.
func (s *Servers) late(ctx context.Context, h *Host) error {
	if alive := s.pool.watched().Alive; alive != nil && alive(ctx, h) != nil {
		return Silent
	}
	return Late
}
