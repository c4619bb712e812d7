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
	fails := pipeline.Declared{Then: "the step fails, and stage and task are told; the agent goes on with its next step, " +
		"before which it reads that this one has failed"}
	if len(left) == 0 {
		return []pipeline.Declared{fails}
	}
	left = slices.Clone(left)
	if slices.Contains(left, pipeline.Malformed) {
		left = append(left, pipeline.Empty)
	}
	return []pipeline.Declared{{Reasons: left, Reask: true}, fails}
}
