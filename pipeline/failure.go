package pipeline

import "fmt"

// Reason says why there is no answer or why it is unusable.
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

// Reasons that scores know: a system with the same kind of failure uses the name.
const (
	// a name that was not offered was dropped; the detail lists them, separated by a comma and a blank
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

// Unanswered reports whether there was no answer, or only a part of one. That says nothing of a model, unlike an answer
// that comes too late, or a prompt that does not fit.
func (f *Failure) Unanswered() bool { return f.Reason == Unavailable || f.Reason == Transport }

// Fallback is what a stage reports when it takes its fallback.
type Fallback struct {
	Stage  string `json:"stage"`
	Reason Reason `json:"reason"`
	Tries  int    `json:"tries"`
	Detail string `json:"detail,omitempty"`
}

// Unsupported is returned by Open and Turn for a case that a system cannot take: it is skipped there.
type Unsupported struct{ What string }

func (u *Unsupported) Error() string { return "not supported: " + u.What }

// InputError is returned by Open and Turn for a case that makes no sense to a system: an error of the case, not a bug.
type InputError struct {
	What string
	Err  error // its cause; nil: none
}

func (e *InputError) Error() string { return e.What }
func (e *InputError) Unwrap() error { return e.Err }
