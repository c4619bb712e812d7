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

// Handler receives each case of a run, one after the other, and the totals at its end, from a run in progress or a
// stored one. A handler that holds something open is an io.Closer too.
type Handler interface {
	Case(*rows.Case) error
	End(*overview.Overview) error
}

// Stream passes cases to an overview, which counts, and then to handlers, in order.
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

// End calls the handlers' End, until one fails.
func (s *Stream) End() error {
	for _, h := range s.Handlers {
		if err := h.End(s.Seen); err != nil {
			return err
		}
	}
	return nil
}

// Close closes the handlers.
func (s *Stream) Close() error {
	var errs []error
	for _, h := range s.Handlers {
		if c, ok := h.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// AtEnd is a handler of only a run's totals.
type AtEnd func(*overview.Overview) error

func (f AtEnd) Case(*rows.Case) error          { return nil }
func (f AtEnd) End(o *overview.Overview) error { return f(o) }

// TraceLines writes the trace. A nil one does nothing.
type TraceLines struct {
	*export.Writer
	File *os.File // nil: standard output
}

func (t *TraceLines) Case(c *rows.Case) error      { return t.Write(c.Result) }
func (t *TraceLines) End(*overview.Overview) error { return nil }

// Close implements io.Closer: lines written stay, however the run ended.
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

// Tables stores the run's rows, and at its end info.
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

// Close implements io.Closer: an unfinished run leaves no folder.
func (t *Tables) Close() error { return t.Abort() }
