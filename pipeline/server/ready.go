package server

import (
	"context"
	"errors"
)

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
