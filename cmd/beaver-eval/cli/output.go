package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// output is standard output. It remembers that something could not be written: whatever a verb makes of that, the exit
// code says so.
type output struct {
	w   io.Writer
	err error
}

// Write implements io.Writer. After an error nothing more is written.
func (o *output) Write(data []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.w.Write(data)
	if err != nil {
		o.err = &outputError{err}
	}
	return n, o.err
}

// outputError says why standard output could not be written.
type outputError struct{ err error }

func (e *outputError) Error() string {
	err := e.err
	if inner, is := errors.AsType[*os.PathError](err); is {
		err = inner.Err
	}
	return fmt.Sprintf("standard output: %v", err)
}

func (e *outputError) Unwrap() error { return e.err }

// unread reports whether err comes of a reader who has gone away, such as head. It is not told: there is nobody who
// waits for the rest.
func unread(err error) bool { return errors.Is(err, syscall.EPIPE) }

// finish is the error that the program ends with: err, and before it what became of the output.
func (o *output) finish(err error) error {
	switch {
	case o.err == nil || exitCode(err) > ExitHarness:
		return err
	case unread(o.err):
		return &exitError{code: ExitHarness}
	}
	return &exitError{ExitHarness, o.err}
}
