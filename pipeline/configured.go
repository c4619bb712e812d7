package pipeline

import "strings"

// Configured is a System that knows nothing until a suite describes it, as one that is somebody else's program. Without
// a suite it has no stages. Its block stands in suites alone: a case can say nothing of it.
type Configured interface {
	System
	// Describe returns a pointer to a new value for the suite's block, which is decoded into it, strictly, by its json
	// tags.
	Describe() any
	// As returns the system that the block describes. A *KeyError says which key is wrong.
	As(block any, at Setup) (System, error)
}

// Setup is where a system that a suite describes is at work.
type Setup struct {
	Suite string
	Dir   string // the project's root on disk; empty: it lies elsewhere, as the one inside the program
	// Passes says that requests may be passed on to providers: the system needs the user's own keys, and more time.
	Passes bool
}

// Drivable is a Configured system whose program something else can run, as its own test suite.
type Drivable interface {
	Configured
	// Driven reports whether nothing but its own test suite runs it.
	Driven() bool
	// Drive lets requests come in from now on. with gives what answers those of a case, by its name.
	Drive(with func(name string) (Asking, error)) (Drive, error)
}

// Drive is a program at work that something else runs. What it asks is kept by case.
type Drive interface {
	Vars() map[string]string // the environment variables that lead the program to where it is to ask
	Names() []string         // of the cases of which something was asked, sorted
	// Shown is a text that the program prints without what leads it here, which is a secret of this run.
	Shown(text string) string
	System() System // its conversations are what was asked
	Close() error   // nothing more is asked
}

// Guarded is a System that refuses what comes from elsewhere than its own programs.
type Guarded interface {
	System
	// Refused is what was refused and is of no case, in words, each once.
	Refused() []string
}

// Scrubbed is a Configured system whose block says which texts are other ones in each run.
type Scrubbed interface {
	System
	Scrub() []Volatile
}

// Volatile says what stands in the place of text that is another one in each run, in all that is compared or kept.
type Volatile struct {
	Match string `json:"match" strict:"required"` // an expression: all that it matches
	As    string `json:"as" strict:"required"`    // may name its groups
}

// KeyError is a mistake below a key of a suite's block.
type KeyError struct {
	Keys []string // from the block on: stages, 1, when
	Err  error
}

func (e *KeyError) Error() string { return strings.Join(e.Keys, ".") + ": " + e.Err.Error() }
func (e *KeyError) Unwrap() error { return e.Err }
