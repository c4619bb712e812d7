package pipeline

import "fmt"

// Reason says why an answer could not be had or could not be used.
type Reason string

// The reasons that every system shares; Stage.Reasons lists a system's own.
const (
	Unavailable Reason = "unavailable" // refused, no such model, no provider
	Timeout     Reason = "timeout"     // deadline or stall
	Transport   Reason = "transport"   // reset, cut stream, garbage, too many requests
	Overflow    Reason = "overflow"    // the prompt does not fit into the context
	Malformed   Reason = "malformed"   // not one JSON value
	Schema      Reason = "schema"      // JSON of another shape
	Empty       Reason = "empty"       // blank
)

// SharedReasons are the reasons that every system shares.
func SharedReasons() []Reason {
	return []Reason{Unavailable, Timeout, Transport, Overflow, Malformed, Schema, Empty}
}

// Reasons of a system's own that scores know: a system that has the like calls it so.
const (
	// a name that was not offered was dropped; the detail lists them, with a comma and a blank between
	UnknownName Reason = "unknown_name"
	ToolBudget  Reason = "tool_budget" // the run has used up its tool calls
)

// Failure is the one kind of error that a stage may fall back on.
type Failure struct {
	Reason Reason
	Err    error
}

func (f *Failure) Error() string {
	if f.Err == nil {
		return string(f.Reason)
	}
	return fmt.Sprintf("%s: %v", f.Reason, f.Err)
}

func (f *Failure) Unwrap() error { return f.Err }

// Unanswered reports whether whoever was asked gave no answer, or a part of one. That says nothing of a model, unlike
// an answer that comes too late, and a prompt for which there is no room.
func (f *Failure) Unanswered() bool { return f.Reason == Unavailable || f.Reason == Transport }

// Fallback is what a stage reports when it takes its fallback.
type Fallback struct {
	Stage  string `json:"stage"`
	Reason Reason `json:"reason"`
	Tries  int    `json:"tries"`
	Detail string `json:"detail,omitempty"`
}

// Unsupported is what Open and Turn return for a case that a system cannot take: the case is skipped there.
type Unsupported struct{ What string }

func (u *Unsupported) Error() string { return "not supported: " + u.What }

// InputError is what Open and Turn return for a case that makes no sense to a system: the case's mistake, not a bug.
type InputError struct {
	What string
	Err  error // what it comes from; nil: nothing else knows of it
}

func (e *InputError) Error() string { return e.What }
func (e *InputError) Unwrap() error { return e.Err }
