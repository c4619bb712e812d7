package trace

import (
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// size fills in the call's tokens: a model's counts, and estimates of the rest.
func (c *Call) size() {
	c.Estimates = Estimates{Prompt: c.Request.EstimatedTokens(), Output: estimateAnswer(c.Response)}
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

// Usage returns the counts of exactly this prompt and of its answer; 0 if not counted. An answer's count applies
// wherever it is used; a prompt's applies to no other prompt.
func (c *Call) Usage() pipeline.Usage {
	u := c.Response.Usage
	if !c.Asked() {
		u.Prompt = 0
	}
	return u
}

// Took returns how long a model took for exactly this request; 0 if not measured.
func (c *Call) Took() time.Duration {
	if !c.Asked() {
		return 0
	}
	return c.Response.Duration
}

// Asked reports whether the answer is a server's to exactly this request. A stale or carried answer was given to
// another request, an imported one to an unknown request, and a scripted one to none.
func (c *Call) Asked() bool {
	return c.Origin.Source.Recorded() && c.Origin.Match != pipeline.MatchStale && !c.Origin.Carried
}

// Reported returns the server's own count of this prompt's tokens. A scripted answer plays the server: the system sees
// how full the context was.
func (c *Call) Reported() int {
	if c.Origin.Source == pipeline.SourceScripted {
		return c.Response.Usage.Prompt
	}
	return c.Usage().Prompt
}

// Window returns how many tokens the model's context has: num_ctx, or the model's own limit if that is less, since a
// server then takes no more. 0: unknown.
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

func estimateAnswer(resp pipeline.Response) int {
	return pipeline.EstimateTokens(resp.Content) + pipeline.EstimateToolCalls(resp.ToolCalls)
}

// Cached scales tokens of the estimated prompt to the prompt as it was counted.
func (c *Call) Cached(tokens int) int {
	if c.Tokens.Prompt == c.Estimates.Prompt || c.Estimates.Prompt == 0 {
		return min(tokens, c.Tokens.Prompt)
	}
	return int(int64(min(tokens, c.Estimates.Prompt)) * int64(c.Tokens.Prompt) / int64(c.Estimates.Prompt))
}
