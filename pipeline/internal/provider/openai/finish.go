package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Finish reasons of an answer.
const (
	finishStop     = "stop"
	finishLength   = "length"
	finishTools    = "tool_calls"
	finishFiltered = "content_filter"

	finishRefusal = "refusal" // of Anthropic; here the text is a refusal, and the answer ends as any other
)

// finishOf returns how an answer ends. A provider's answer ends with stop only if it has no tool calls.
func finishOf(resp pipeline.Response) string {
	switch f := resp.Finish; {
	case f == finishLength, f == finishFiltered, f == finishTools:
		return f
	case len(resp.ToolCalls) > 0:
		return finishTools
	}
	return finishStop
}

// refused reports whether the text of an answer is a refusal.
func refused(resp pipeline.Response) bool { return resp.Finish == finishRefusal && resp.Content != "" }
