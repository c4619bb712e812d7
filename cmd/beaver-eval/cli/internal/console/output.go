package console

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// Output is standard output. It remembers a write error, so that the exit code shows it whatever the verb does.
type Output struct {
	W   io.Writer
	err error
}

// Write implements io.Writer. After an error nothing more is written.
func (o *Output) Write(data []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.W.Write(data)
	if err != nil {
		o.err = &WriteError{err}
	}
	return n, o.err
}

// WriteError says why standard output could not be written.
type WriteError struct{ err error }

func (e *WriteError) Error() string {
	err := e.err
	if inner, is := errors.AsType[*os.PathError](err); is {
		err = inner.Err
	}
	return fmt.Sprintf("standard output: %v", err)
}

func (e *WriteError) Unwrap() error { return e.err }

// unread reports whether err comes from a closed reader, such as head. It is not printed: nobody waits for the rest.
func unread(err error) bool { return errors.Is(err, syscall.EPIPE) }

// Finish returns the error with which the program ends: that of the output, then err.
func (o *Output) Finish(err error) error {
	switch {
	case o.err == nil || ExitCode(err) > Harness:
		return err
	case unread(o.err):
		return &Error{Code: Harness}
	}
	return &Error{Harness, o.err}
}
