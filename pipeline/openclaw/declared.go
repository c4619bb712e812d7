package openclaw

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The meanings of the fallbacks. The harness compares them with the system's behaviour, so nothing here may call the
// code of a fallback, nor be called by it.

// declaredMain declares the effect of a failed call of main on later ones (O-41). again: something can still be
// shortened, so that an overflow is followed by another request.
func declaredMain(in incoming, effects, again bool) []pipeline.Declared {
	list := []pipeline.Declared{
		{Reasons: []pipeline.Reason{pipeline.Empty}, Answer: &pipeline.Response{Content: "NO_REPLY"}},
	}
	if again {
		list = append(list, pipeline.Declared{Reasons: []pipeline.Reason{pipeline.Overflow}, Reask: true})
	}
	switch {
	case in.kind == kindTask: // and of which task
		return append(list, inWords("who has started it is told that it has failed", in.text.String())...)
	case in.kind == kindScheduled:
		return append(list, inWords("the chat is told that it has failed, and the main session too")...)
	case in.kind == kindCompletion:
		return append(list, inWords("the user is told that it has failed; the session does not know of the report")...)
	case effects:
		return append(list, inWords("the user is told that it has failed; what tools have changed stays changed, and "+
			"the session knows nothing of the turn")...)
	}
	return append(list, pipeline.Declared{Undone: true})
}

// inWords is the same for all reasons but two: an overflow follows compactions, and after a timeout another sub-agent
// may report first.
func inWords(then string, shows ...string) []pipeline.Declared {
	overflow, timeout := []pipeline.Reason{pipeline.Overflow}, []pipeline.Reason{pipeline.Timeout}
	return []pipeline.Declared{
		{Reasons: overflow, Then: then + ", once nothing can be made shorter", Shows: shows},
		{Reasons: timeout, Then: then + ", at its deadline", Shows: shows},
		{Then: then, Shows: shows},
	}
}

// declaredCompaction declares the effect of a failed summary: the history is unchanged (O-31). A text of it is in a
// later request.
func declaredCompaction(oldest string) []pipeline.Declared {
	d := pipeline.Declared{Then: "the run goes on with the history as it was"}
	if oldest != "" {
		d.Shows = []string{oldest}
	}
	return []pipeline.Declared{d}
}
