package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// exitError ends the program with a code. With a nil error everything has been said already.
type exitError struct {
	code int
	err  error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// fault marks an error of the harness.
func fault(err error) error {
	if err == nil {
		return nil
	}
	return &exitError{ExitHarness, err}
}

// exitCode is what the program ends with after err.
func exitCode(err error) int {
	e, is := errors.AsType[*exitError](err)
	switch {
	case err == nil:
		return ExitOK
	case errors.Is(err, context.Canceled):
		return ExitInterrupted
	case is:
		return e.code
	}
	_, held := errors.AsType[*lockfile.HeldError](err)
	_, panicked := errors.AsType[*pipeline.PanicError](err)
	if held || panicked {
		return ExitHarness
	}
	return ExitInput // cobra's own errors are about usage, and most others about input
}
