package openai

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The words with which an answer ends.
const (
	finishStop     = "stop"
	finishLength   = "length"
	finishTools    = "tool_calls"
	finishFiltered = "content_filter"
)

// finishOf is how an answer ends. A provider ends with stop only when it asks for no tools.
func finishOf(resp pipeline.Response) string {
	switch f := resp.Finish; {
	case f == finishLength, f == finishFiltered, f == finishTools:
		return f
	case len(resp.ToolCalls) > 0:
		return finishTools
	}
	return finishStop
}
