package mas

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The meaning of a call's fallback. The harness compares it with the system's behaviour, so nothing here may call the
// code of the fallback, nor be called by it.

// What becomes of a step that fails.
const (
	thenFails  = "the step fails, and stage and task are told; the agent goes on with its next step"
	thenGoesOn = "the step fails; the task goes on with its next stage, or ends without one"
)

// declared returns the effect of a failed request of a skill (A5): the remaining retries are for these reasons.
// memoryOnly: the plan is accepted, and the request is only for the memory.
func declared(left []pipeline.Reason, memoryOnly bool, then string) []pipeline.Declared {
	if memoryOnly {
		return []pipeline.Declared{{Answer: &pipeline.Response{Content: noMemory}}}
	}
	fails := []pipeline.Declared{ // after a timeout the time differs, which memories show
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

// declaredByProgram is the program's alternative: after a request for the memory a plan is taken without one.
func declaredByProgram(left []pipeline.Reason) []pipeline.Declared {
	all := declared(left, false, thenFails)
	n := len(all) - 2 // of the remaining retries
	return slices.Insert(all, n, pipeline.Declared{
		Reasons: []pipeline.Reason{reasonMemoryLost}, Then: "the second plan is taken, and nothing is remembered",
	})
}
