package program

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// StartError says that a program cannot be started.
type StartError struct {
	Command string // the name of the program, as the suite has it
	Why     string
}

func (e *StartError) Error() string { return "cannot start " + shown(e.Command) + ": " + e.Why }

// ExitError says that a program ended with an exit code other than 0, or too early.
type ExitError struct {
	Code   int    // -1 when a signal ended it
	Signal string // empty when it ended by itself
	Early  string // what it ended before, such as "its reply"; empty: it had finished
	Last   []string
}

func (e *ExitError) Error() string {
	how := fmt.Sprintf("ended with exit code %d", e.Code)
	if e.Signal != "" {
		how = "was ended by a signal (" + e.Signal + ")"
	}
	if e.Early != "" {
		how += " before " + e.Early
	}
	return "the program " + how + telling(e.Last)
}

// NoReplyError says that a program ended well without a reply, or with a blank one.
type NoReplyError struct {
	From string // where the reply should be
	Last []string
}

func (e *NoReplyError) Error() string { return "no reply: " + e.From + " is empty" + telling(e.Last) }

// FloodError says that a program wrote more than the limit.
type FloodError struct {
	Stream string
	Limit  int // bytes
}

func (e *FloodError) Error() string {
	return fmt.Sprintf("the program was ended: %s is longer than %d MB", e.Stream, e.Limit>>20)
}

// TimeoutError says that a turn's context ended before its reply came. It unwraps to the context's cause.
type TimeoutError struct {
	Cause error
	State string // what the program had not reached, as "nothing listens at …"; empty: it had the turn's text
	Last  []string
}

func (e *TimeoutError) Error() string {
	parts := []string{shown(e.Cause.Error())}
	switch {
	case errors.Is(e.Cause, context.DeadlineExceeded):
		parts[0] = "no reply in time"
	case errors.Is(e.Cause, context.Canceled):
		parts[0] = "the run was interrupted"
	}
	if e.State != "" {
		parts = append(parts, e.State)
	}
	if n := len(e.Last); n > 0 {
		parts = append(parts, "its last line: "+e.Last[n-1])
	}
	return "the program was ended: " + strings.Join(parts, "; ")
}

func (e *TimeoutError) Unwrap() error { return e.Cause }

// ProtocolError says that a program does not answer as the suite says.
type ProtocolError struct {
	What string
	Line string // of the program's output, as an error shows it; may be empty
}

func (e *ProtocolError) Error() string { return strings.TrimSuffix(e.What+": "+e.Line, ": ") }

// StatusError says that a service refused a request.
type StatusError struct {
	Status int
	Line   string // the first line of its answer, as an error shows it
}

func (e *StatusError) Error() string {
	return strings.TrimSuffix(fmt.Sprintf("the service answered with status %d: %s", e.Status, e.Line), ": ")
}

// told returns an error with shown applied to the line that it repeats.
func told(err error, shown func(text string) string) error {
	if e, ok := errors.AsType[*ProtocolError](err); ok {
		e.Line = shown(e.Line)
	}
	if e, ok := errors.AsType[*StatusError](err); ok {
		e.Line = shown(e.Line)
	}
	return err
}
