package history

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/internal/jstext"
)

// Estimate estimates the tokens of a message, at least 0 (O-32).
type Estimate func(Message) int

// An image's share, in tokens and in units of UTF-16.
const (
	imageTokens = 1200
	imageUnits  = 4 * imageTokens
)

// ByLength is the program's estimate: a token for every four units of UTF-16, rounded up. It ignores a user's images,
// and unknown roles such as system. Chinese is three to four times as much (O-32, estimate: program).
func ByLength(m Message) int {
	units := 0
	switch m.Role {
	case User, BashExecution, BranchSummary, CompactionSummary:
		units = jstext.Len(m.Text)
	case ToolResult, Custom:
		units = jstext.Len(m.Text) + m.Images*imageUnits
	case Assistant:
		units = jstext.Len(m.Text) + jstext.Len(m.Thinking)
		for _, c := range m.Calls {
			units += jstext.Len(c.Name) + stringified(c.Arguments)
		}
	}
	return (units + 3) / 4
}

// ByScript is the better estimate: the whole message, each character by its script (O-32).
func ByScript(m Message) int {
	tokens := pipeline.EstimateTokens(m.Text) + pipeline.EstimateTokens(m.Thinking) + m.Images*imageTokens
	for _, c := range m.Calls {
		tokens += pipeline.EstimateTokens(c.Name) + pipeline.EstimateTokens(c.Arguments)
	}
	return tokens
}

// Each returns the estimate of every message.
func (e Estimate) Each(messages []Message) []int {
	tokens := make([]int, len(messages))
	for i, m := range messages {
		tokens[i] = e(m)
	}
	return tokens
}

// Sum returns the estimate of all messages together.
func (e Estimate) Sum(messages []Message) int { return sum(e.Each(messages)) }

func sum(tokens []int) int {
	total := 0
	for _, n := range tokens {
		total += n
	}
	return total
}
