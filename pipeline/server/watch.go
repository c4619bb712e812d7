package server

import "context"

// Watch says how hosts are looked at in a run.
type Watch struct {
	// Alive asks a host for anything that it can say at once. It is called after an answer that was late: a slow model
	// and a server that is gone look the same.
	Alive func(context.Context, *Host) error

	// Ready asks a host for all that the run needs of it, and loads the models. It is called, outside of any deadline,
	// before a host that was gone, or has joined, gets a call: it may have another model by now.
	Ready func(context.Context, *Host) error
}

// notReadyError is NotReady with the reasons, which name the host.
type notReadyError struct{ why error }

// Error says what may be recorded: nothing that differs from machine to machine.
func (e *notReadyError) Error() string { return NotReady.Saying(e.why.Error()).Error() }
func (e *notReadyError) Unwrap() error { return NotReady }
