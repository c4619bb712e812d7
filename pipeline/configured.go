package pipeline

import "strings"

// Configured is a System that is defined by a suite, such as somebody else's program. Without a suite it has no stages.
// Its block is allowed only in suites, not in cases.
type Configured interface {
	System
	// Describe returns a pointer to a new value for the suite's block, which is decoded into it, strictly, by its json
	// tags.
	Describe() any
	// As returns the system that the block describes. A *KeyError names the wrong key.
	As(block any, at Setup) (System, error)
}

// Setup is the environment of a system that a suite describes.
type Setup struct {
	Suite string
	Dir   string // the project's root on disk; empty: not on disk, such as an embedded one
	// Except names what in Dir is the project's own and not for programs, such as goldens: relative to it, with
	// slashes.
	Except []string
	// Passes says that requests may be passed on to providers: the system needs the user's own keys, and more time.
	Passes bool
}

// Drivable is a Configured system whose program something else can run, such as its own test suite.
type Drivable interface {
	Configured
	// Driven reports whether only its own test suite runs it.
	Driven() bool
	// Tests returns the command that runs this test suite, in the project's folder; nil: nothing names it.
	Tests() []string
	// Drive accepts requests from now on. with returns what answers the requests of a case, by its name.
	Drive(with func(name string) (Asking, error)) (Drive, error)
}

// Drive is a running program that something else started. Its requests are kept by case. It can be used by many
// goroutines at once.
type Drive interface {
	Vars() map[string]string // the environment variables that lead the program to its model
	URL() string             // of the program's models: below it, a case is at /case/NAME, a worker at /worker/NAME
	Key() string             // the key in the URL
	Names() []string         // of the cases with requests, sorted
	// Control is told of each line that tests send to the address /control below the URL. The answer is JSON; nil:
	// none. It is set before the program starts.
	Control(func(line []byte) (answer []byte, err error))
	// Before is called before a request is given to its case, so that lines on their way come first. It is set before
	// the program starts.
	Before(func())
	// Begin lets a worker's requests whose URL names no case belong to this one, from now on; the empty worker is the
	// program itself. begun says that the case has had requests before.
	Begin(worker, id string) (begun bool)
	// Calls returns the requests of a case so far, in the order of arrival.
	Calls(id string) []Arrival
	// Drop forgets a case with its requests; later ones are refused, until it begins again.
	Drop(id string)
	// End ends a case: later requests are refused. The error is one of the case, beside those of earlier calls; nil:
	// none.
	End(id string, err error)
	// Unnamed returns how many requests named no case before any had begun: they are of the case tests.
	Unnamed() int
	// Shown removes the proxy's address, a secret of this run, from a text that the program prints.
	Shown(text string) string
	System() System // its conversations replay the requests
	Close() error   // no more requests come
}

// Guarded is a System that refuses requests from elsewhere than its own programs.
type Guarded interface {
	System
	// Refused returns the refusals that belong to no case, in words, each once.
	Refused() []string
}

// Isolating is a Configured system that can keep its programs out of the project's folder.
type Isolating interface {
	System
	// Isolated reports whether each case has a copy of the project's folder, and none runs in the folder itself.
	Isolated() bool
}

// Writing is a Configured system whose programs may leave files in the project's folder.
type Writing interface {
	System
	// Writes returns globs over the names of those that they never read, relative to the folder.
	Writes() []string
}

// Lasting is a System whose program may last through all cases of a suite. Then these run one after the other, in their
// order: what one case leaves behind must not depend on the number of workers.
type Lasting interface {
	System
	Lasts() bool
	// End ends the program after the last case. Without one it does nothing.
	End() error
}

// Scrubbed is a Configured system whose block says which texts differ from run to run.
type Scrubbed interface {
	System
	Scrub() []Volatile
}

// Volatile replaces text that differs from run to run, in everything that is compared or kept.
type Volatile struct {
	Match string `json:"match" strict:"required"` // a regular expression: all its matches are replaced
	As    string `json:"as" strict:"required"`    // the text to put there; it may refer to groups, as in $1
}

// KeyError is an error at a key of a suite's block.
type KeyError struct {
	Keys []string // from the block on: stages, 1, when
	Err  error
}

func (e *KeyError) Error() string { return strings.Join(e.Keys, ".") + ": " + e.Err.Error() }
func (e *KeyError) Unwrap() error { return e.Err }
