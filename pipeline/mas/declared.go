package mas

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What the fallback of a call means. The harness holds this against what the system does, so nothing here may call the
// code of the fallback, nor be called by it.

// declared says what a failed ask of a skill means (A5): asks that are left are for these reasons. memoryOnly: the plan
// is accepted, and the ask is for the memory alone.
func declared(left []pipeline.Reason, memoryOnly bool) []pipeline.Declared {
	if memoryOnly {
		return []pipeline.Declared{{Answer: &pipeline.Response{Content: noMemory}}}
	}
	const then = "the step fails, and stage and task are told; the agent goes on with its next step"
	fails := []pipeline.Declared{ // what follows a timeout has another time, which memories show
		{Reasons: []pipeline.Reason{pipeline.Timeout}, Then: then + ", at the deadline"}, {Then: then},
	}
	if len(left) == 0 {
		return fails
	}
	left = slices.Clone(left)
	if slices.Contains(left, pipeline.Malformed) {
		left = append(left, pipeline.Empty)
	}
	return append([]pipeline.Declared{{Reasons: left, Reask: true}}, fails...)
}

// declaredByProgram is what the programs do else: behind an ask for the memory a plan is taken without one.
func declaredByProgram(left []pipeline.Reason) []pipeline.Declared {
	all := declared(left, false)
	n := len(all) - 2 // of asks that are left
	return slices.Insert(all, n, pipeline.Declared{
		Reasons: []pipeline.Reason{reasonMemoryLost}, Then: "the second plan is taken, and nothing is remembered",
	})
}
