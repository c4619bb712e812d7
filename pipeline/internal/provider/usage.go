package provider

import (
	"cmp"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// Usage returns the tokens of request and answer: an estimate where the response has none, since clients add up these
// numbers.
func Usage(b *Body, resp pipeline.Response) pipeline.Usage {
	u := resp.Usage
	if u.Prompt == 0 {
		for _, m := range b.Request.Messages {
			u.Prompt += pipeline.EstimateTokens(m.Content()) + callTokens(m.ToolCalls)
		}
	}
	return pipeline.Usage{Prompt: u.Prompt, Completion: cmp.Or(u.Completion,
		pipeline.EstimateTokens(resp.Content)+pipeline.EstimateTokens(resp.Reasoning)+callTokens(resp.ToolCalls))}
}

func callTokens(calls []pipeline.ToolCall) (tokens int) {
	for _, c := range calls {
		tokens += pipeline.EstimateTokens(c.Name) + pipeline.EstimateTokens(c.Arguments)
	}
	return tokens
}
