package console

import (
	"errors"
	"io"
	"os"

	"github.com/beaver-eval/beaver-eval/reports/export"
	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
)

// Handler is told of each case of a run, one after the other, and what the run came to when it has ended. A run at work
// and a stored one tell the same. A handler that holds something open is an io.Closer too.
type Handler interface {
	Case(*rows.Case) error
	End(*overview.Overview) error
}

// Stream tells cases to an overview, which counts, and then to handlers, in their order.
type Stream struct {
	Seen     *overview.Overview
	Handlers []Handler
}

func (s *Stream) Case(c *rows.Case) error {
	s.Seen.Add(c)
	for _, h := range s.Handlers {
		if err := h.Case(c); err != nil {
			return err
		}
	}
	return nil
}

// End tells the handlers that the run has ended, until one fails.
func (s *Stream) End() error {
	for _, h := range s.Handlers {
		if err := h.End(s.Seen); err != nil {
			return err
		}
	}
	return nil
}

// Close lets go of what the handlers hold.
func (s *Stream) Close() error {
	var errs []error
	for _, h := range s.Handlers {
		if c, ok := h.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// AtEnd is a handler that cares only for what the run came to.
type AtEnd func(*overview.Overview) error

func (f AtEnd) Case(*rows.Case) error          { return nil }
func (f AtEnd) End(o *overview.Overview) error { return f(o) }

// TraceLines writes the trace. A nil one holds nothing.
type TraceLines struct {
	*export.Writer
	File *os.File // nil: standard output
}

func (t *TraceLines) Case(c *rows.Case) error      { return t.Write(c.Result) }
func (t *TraceLines) End(*overview.Overview) error { return nil }

// Close implements io.Closer: what is there stays, however the run ended.
func (t *TraceLines) Close() error {
	if t == nil {
		return nil
	}
	err := t.Flush()
	if t.File != nil {
		err = errors.Join(err, t.File.Close())
	}
	return err
}

// Tables keeps the run's rows, and at its end what info says of the run.
type Tables struct {
	*stored.Writer
	Info func(*overview.Overview) stored.Info
	Last *bool // set at the end: whether this has become the last run
}

func (t *Tables) Case(c *rows.Case) error { return t.Add(c) }
func (t *Tables) End(o *overview.Overview) error {
	err := t.Writer.Close(t.Info(o))
	*t.Last = t.Kept()
	return err
}

// Close implements io.Closer: a run that has not come to its end leaves no folder.
func (t *Tables) Close() error { return t.Abort() }
