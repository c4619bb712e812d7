package mas

import "github.com/beaver-eval/beaver-eval/pipeline"

// reader reads the answers to the asks of one step.
type reader interface {
	// read takes one answer; its error is a *pipeline.Failure that says what is missing so far.
	read(resp pipeline.Response) (answer, error)
	// mayAskAgain reports whether a failure is worth another ask.
	mayAskAgain(why *pipeline.Failure) bool
	// memoryOnly reports whether the next ask is for the memory.
	memoryOnly() bool
	declared() []pipeline.Declared
	// kept is what stays of the answers when the last ask has failed; ok is false when the step fails with it.
	kept() (got answer, ok bool)
}
