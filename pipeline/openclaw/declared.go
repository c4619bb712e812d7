package openclaw

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// What the fallbacks mean. The harness holds this against what the system does, so nothing here may call the code of a
// fallback, nor be called by it.

// declaredMain says what a failed call of main means for what comes later (O-41). again: there is something left to be
// made shorter, so that an overflow is followed by another ask. What follows an overflow has words of its own: what was
// asked to make the conversation shorter comes with no other reason.
func declaredMain(in kind, effects, again bool) []pipeline.Declared {
	list := declaredRun(in, effects, again)
	if last := list[len(list)-1]; last.Then != "" {
		last.Reasons, last.Then = []pipeline.Reason{pipeline.Overflow}, "nothing is left to be made shorter; "+last.Then
		list = slices.Insert(list, len(list)-1, last)
	}
	return list
}

func declaredRun(in kind, effects, again bool) []pipeline.Declared {
	list := []pipeline.Declared{
		{Reasons: []pipeline.Reason{pipeline.Empty}, Answer: &pipeline.Response{Content: "NO_REPLY"}},
	}
	if again {
		list = append(list, pipeline.Declared{Reasons: []pipeline.Reason{pipeline.Overflow}, Reask: true})
	}
	switch {
	case in == kindTask:
		return append(list, pipeline.Declared{Answer: &pipeline.Response{Content: apology}})
	case in == kindScheduled:
		return append(list, pipeline.Declared{Then: "the chat is told that it has failed, and the main session too"})
	case in == kindCompletion:
		return append(list, pipeline.Declared{
			Then: "the user is told that it has failed; the session does not know of the report",
		})
	case effects:
		return append(list, pipeline.Declared{
			Then: "the user is told that it has failed; what has changed outside of the session stays changed, and " +
				"the session knows nothing of the turn",
		})
	}
	return append(list, pipeline.Declared{Undone: true})
}

// declaredCompaction says what a failed summary means: the history is as it was (O-31). A text of it stands in a
// request that follows.
func declaredCompaction(oldest string) []pipeline.Declared {
	d := pipeline.Declared{Then: "the run goes on with the history as it was"}
	if oldest != "" {
		d.Shows = []string{oldest}
	}
	return []pipeline.Declared{d}
}
