package model

import "github.com/beaver-eval/beaver-eval/pipeline"

// NoAnswerError ends a case: a server gave no answer, and the system's reaction to that would say nothing of the model.
type NoAnswerError struct {
	Failure *pipeline.Failure // which is not unwrapped: no stage may fall back on it
}

func (e *NoAnswerError) Error() string { return "the server gave no answer: " + e.Failure.Error() }
