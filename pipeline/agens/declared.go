package agens

import "github.com/beaver-eval/beaver-eval/pipeline"

// What the fallback of a call means. The harness holds this against what the system does, so nothing here may call the
// code of the fallback, nor be called by it.

// declared: an answer that cannot be used is asked for again, as long as there are retries left. Else, and without an
// answer, the job ends with an error, and nothing of it is kept (G7).
func declared(left int) []pipeline.Declared {
	undone := pipeline.Declared{Undone: true}
	if left <= 0 {
		return []pipeline.Declared{undone}
	}
	unusable := []pipeline.Reason{reasonRetry, pipeline.Empty, pipeline.Schema, pipeline.Malformed}
	return []pipeline.Declared{{Reasons: unusable, Reask: true}, undone}
}
