package console

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// issues is where a fault of the program is reported.
const issues = "https://github.com/beaver-eval/beaver-eval/issues"

// Recovered turns a panic into the exit code of a fault: Go's own, 2, means bad input. It is deferred.
func Recovered(stderr io.Writer, code *int) {
	if p := recover(); p != nil {
		err := &pipeline.PanicError{Value: p, Stack: debug.Stack()}
		fmt.Fprintf(stderr, "beaver-eval: %v\n", err)
		TellPanic(stderr, err)
		*code = Harness
	}
}

// TellPanic prints what to do about a panic of the program; a panic in one case is reported with that case.
func TellPanic(stderr io.Writer, err error) {
	if p, is := errors.AsType[*pipeline.PanicError](err); is {
		fmt.Fprintf(stderr, "This is a bug in the program, or in a system of your own. Please report it, with what "+
			"follows, at %s\n%s", issues, p.Stack)
	}
}
