package pipeline

// Ended is an error about a program of somebody else's: it did not end its turn with a reply.
type Ended interface {
	error
	// Ending says what the program did.
	Ending() Ending
}

// Ending is how a program ended in place of replying.
type Ending struct {
	Kind EndingKind
	Code int      // exit code, with EndingExit; -1 when a signal ended it
	Last []string // the last lines that it wrote, as errors show them
}

// EndingKind tells endings apart.
type EndingKind string

// The kinds of ending.
const (
	EndingExit    EndingKind = "exit"     // with another code than 0, or before its reply
	EndingNoReply EndingKind = "no reply" // well, and without a reply
	EndingTimeout EndingKind = "timeout"  // never: it was ended when its turn was over
	EndingOther   EndingKind = "other"    // it wrote too much, or what is no reply
)
