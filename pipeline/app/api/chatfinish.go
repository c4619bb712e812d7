package api

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// The words with which an answer ends.
const (
	chatStop     = "stop"
	chatLength   = "length"
	chatToUse    = "tool_calls"
	chatFiltered = "content_filter"
)

// chatFinish is how an answer ends. A provider ends with stop only when it asks for no tools.
func chatFinish(resp pipeline.Response) string {
	switch f := resp.Finish; {
	case f == chatLength, f == chatFiltered, f == chatToUse:
		return f
	case len(resp.ToolCalls) > 0:
		return chatToUse
	}
	return chatStop
}

// chatUsage are the tokens of request and answer: an estimate where the response does not know them, as clients add
// these numbers up.
func chatUsage(b *Body, resp pipeline.Response) pipeline.Usage {
	u := resp.Usage
	if u.Prompt == 0 {
		for _, m := range b.Request.Messages {
			u.Prompt += pipeline.EstimateTokens(m.Content()) + chatCallTokens(m.ToolCalls)
		}
	}
	return pipeline.Usage{Prompt: u.Prompt, Completion: cmp.Or(u.Completion,
		pipeline.EstimateTokens(resp.Content)+pipeline.EstimateTokens(resp.Reasoning)+chatCallTokens(resp.ToolCalls))}
}

func chatCallTokens(calls []pipeline.ToolCall) (tokens int) {
	for _, c := range calls {
		tokens += pipeline.EstimateTokens(c.Name) + pipeline.EstimateTokens(c.Arguments)
	}
	return tokens
}
