package cli

import (
	"errors"
	"io"
	"os"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/reports/tracefile"
)

// handler is told of each case of a run, one after the other, and what the run came to when it has ended. A run at work
// and a stored one tell the same. A handler that holds something open is an io.Closer too.
type handler interface {
	Case(*rows.Case) error
	End(*overview.Overview) error
}

// stream tells cases to an overview, which counts, and then to handlers, in their order.
type stream struct {
	seen     *overview.Overview
	handlers []handler
}

func (s *stream) Case(c *rows.Case) error {
	s.seen.Add(c)
	for _, h := range s.handlers {
		if err := h.Case(c); err != nil {
			return err
		}
	}
	return nil
}

// end tells the handlers that the run has ended, until one fails.
func (s *stream) end() error {
	for _, h := range s.handlers {
		if err := h.End(s.seen); err != nil {
			return err
		}
	}
	return nil
}

// Close lets go of what the handlers hold.
func (s *stream) Close() error {
	var errs []error
	for _, h := range s.handlers {
		if c, ok := h.(io.Closer); ok {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// atEnd is a handler that cares only for what the run came to.
type atEnd func(*overview.Overview) error

func (f atEnd) Case(*rows.Case) error          { return nil }
func (f atEnd) End(o *overview.Overview) error { return f(o) }

// traceLines writes the trace. A nil one holds nothing.
type traceLines struct {
	*tracefile.Writer
	file *os.File // nil: standard output
}

func (t *traceLines) Case(c *rows.Case) error      { return t.Write(c.Result) }
func (t *traceLines) End(*overview.Overview) error { return nil }

// Close implements io.Closer: what is there stays, however the run ended.
func (t *traceLines) Close() error {
	if t == nil {
		return nil
	}
	err := t.Flush()
	if t.file != nil {
		err = errors.Join(err, t.file.Close())
	}
	return err
}

// tables keeps the run's rows, and at its end what info says of the run.
type tables struct {
	*stored.Writer
	info func(*overview.Overview) stored.Info
	kept *bool // whether this has become the last run
}

func (t *tables) Case(c *rows.Case) error { return t.Add(c) }
func (t *tables) End(o *overview.Overview) error {
	err := t.Writer.Close(t.info(o))
	*t.kept = t.Kept()
	return err
}

// Close implements io.Closer: a run that has not come to its end leaves no folder.
func (t *tables) Close() error { return t.Abort() }
