package agens

import "github.com/beaver-eval/beaver-eval/pipeline"

// The meaning of a call's fallback. The harness compares it with the system's behaviour, so nothing here may call the
// code of the fallback, nor be called by it.

// declared: an unusable answer is retried, as long as there are retries left. Else, and without an answer, the job ends
// with an error, and nothing of it is kept (G7). The program also ends it if the answer has another shape than its host
// gives it.
func declared(compat string, left int) []pipeline.Declared {
	if left <= 0 {
		return []pipeline.Declared{{Undone: true}}
	}
	unusable := []pipeline.Reason{reasonRetry, pipeline.Empty, pipeline.Malformed}
	if compat != compatProgram {
		return []pipeline.Declared{{Reasons: append(unusable, pipeline.Schema), Reask: true}, {Undone: true}}
	}
	shape := []pipeline.Reason{pipeline.Schema}
	return []pipeline.Declared{
		{Reasons: shape, Undone: true}, {Reasons: unusable, Reask: true}, {Undone: true},
	}
}
