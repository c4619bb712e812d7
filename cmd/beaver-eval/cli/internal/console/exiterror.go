package console

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Error ends the program with a code. With a nil error everything has been printed already.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

func (e *Error) Unwrap() error { return e.Err }

// Fault marks an error of the harness.
func Fault(err error) error {
	if err == nil {
		return nil
	}
	return &Error{Harness, err}
}

// ExitCode returns the program's exit code after err.
func ExitCode(err error) int {
	e, is := errors.AsType[*Error](err)
	switch {
	case err == nil:
		return OK
	case errors.Is(err, context.Canceled):
		return Interrupted
	case is:
		return e.Code
	}
	_, held := errors.AsType[*disk.HeldError](err)
	_, panicked := errors.AsType[*pipeline.PanicError](err)
	if held || panicked {
		return Harness
	}
	return Input // cobra's own errors are about usage, and most others about input
}
