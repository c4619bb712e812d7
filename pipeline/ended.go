package pipeline

// Ended is an error about somebody else's program: it did not end its turn with a reply.
type Ended interface {
	error
	// Ending returns what the program did.
	Ending() Ending
}

// Ending describes how a program ended without a reply.
type Ending struct {
	Kind EndingKind
	Code int      // exit code, with EndingExit; -1 if a signal ended it
	Last []string // the last lines that it wrote, as errors show them
}

// EndingKind is the kind of an Ending.
type EndingKind string

// The kinds of ending.
const (
	EndingExit    EndingKind = "exit"     // with a code other than 0, or before its reply
	EndingNoReply EndingKind = "no reply" // well, and without a reply
	EndingTimeout EndingKind = "timeout"  // not by itself: it was ended when its turn was over
	EndingOther   EndingKind = "other"    // it wrote too much, or an invalid reply
)
