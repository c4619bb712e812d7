package mas

import "github.com/beaver-eval/beaver-eval/pipeline"

// reader reads the answers to the requests of one step.
type reader interface {
	// read reads one answer; its error is a *pipeline.Failure that says what is still missing.
	read(resp pipeline.Response) (answer, error)
	// mayAskAgain reports whether to retry after a failure.
	mayAskAgain(why *pipeline.Failure) bool
	// memoryOnly reports whether the next request is only for the memory.
	memoryOnly() bool
	declared() []pipeline.Declared
	// kept returns what remains of the answers if the last request has failed; ok is false if the step fails with it.
	kept() (got answer, ok bool)
}
