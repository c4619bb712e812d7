package trace

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// size fills in the call's tokens: what a model has counted, and estimates of the rest.
func (c *Call) size() {
	c.Estimates = Estimates{Prompt: EstimateRequest(c.Request), Output: estimateAnswer(c.Response)}
	counted := c.Usage()
	c.Tokens = Tokens{Prompt: counted.Prompt, Output: counted.Completion}
	if c.Tokens.Prompt == 0 {
		c.Tokens.Prompt = c.Estimates.Prompt
		c.Tokens.Estimated += c.Tokens.Prompt
	}
	if c.Tokens.Output == 0 {
		c.Tokens.Output = c.Estimates.Output
		c.Tokens.Estimated += c.Tokens.Output
	}
}

// Usage returns what was counted of this very prompt and of its answer; 0 where nobody has. The count of an answer is
// its own wherever it is used; that of a prompt holds for no other one.
func (c *Call) Usage() pipeline.Usage {
	u := c.Response.Usage
	if !c.Asked() {
		u.Prompt = 0
	}
	return u
}

// Took returns how long a model took for this very request; 0 where nobody has measured it.
func (c *Call) Took() time.Duration {
	if !c.Asked() {
		return 0
	}
	return c.Response.Duration
}

// Asked reports whether the answer is that of a server that was asked this very request. A stale or carried answer was
// given to another one, an imported answer to one that nobody has seen, and a person's answer to any.
func (c *Call) Asked() bool {
	return c.Origin.Source.Recorded() && c.Origin.Match != pipeline.MatchStale && !c.Origin.Carried
}

// Reported returns how many tokens of this prompt the server has read, by its own words. A person's answer plays the
// server: how full the context was is part of what the system gets to see.
func (c *Call) Reported() int {
	if c.Origin.Source == pipeline.SourceScripted {
		return c.Response.Usage.Prompt
	}
	return c.Usage().Prompt
}

// Window returns how many tokens the model's context has: num_ctx, or what the model was made for where that is less,
// since a server then takes no more. 0: nobody has said.
func (c *Call) Window() int {
	n := c.Request.Options.NumCtx
	switch made := c.Origin.Context; {
	case n == nil || *n <= 0:
		return 0
	case made > 0 && made < *n:
		return made
	}
	return *n
}

// EstimateRequest guesses the tokens of a prompt: its messages, its tool calls, and the schemas of its tools.
func EstimateRequest(req pipeline.Request) int {
	n := 0
	for _, m := range req.Messages {
		for _, s := range m.Sections {
			n += pipeline.EstimateTokens(s.Text)
		}
		n += estimateToolCalls(m.ToolCalls)
	}
	return n + EstimateTools(req.Tools)
}

func estimateAnswer(resp pipeline.Response) int {
	return pipeline.EstimateTokens(resp.Content) + estimateToolCalls(resp.ToolCalls)
}

func estimateToolCalls(calls []pipeline.ToolCall) int {
	n := 0
	for _, c := range calls {
		n += pipeline.EstimateTokens(c.Name) + pipeline.EstimateTokens(c.Arguments)
	}
	return n
}

func EstimateTools(tools []pipeline.Tool) int {
	n := 0
	for _, t := range tools {
		n += pipeline.EstimateTokens(t.Name) + pipeline.EstimateTokens(t.Description) + pipeline.EstimateTokens(
			string(t.Parameters))
	}
	return n
}
