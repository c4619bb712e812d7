package history

import "math"

// DefaultShare is a history's default share of a window (O-35).
const DefaultShare = 0.5

// Budget returns the tokens of a history with a share of a window; one at least (O-35).
func Budget(window int, share float64) int {
	return int(max(1, math.Floor(float64(window)*share)))
}

// Pruned is the result of pruning. Kept and Dropped are indexes of messages, in ascending order; a result whose call
// was dropped is in neither.
type Pruned struct {
	Kept, Dropped []int
	KeptTokens    int

	Chunks   int // that were dropped
	Messages int // that were dropped: those of the chunks, and the results whose call they had
	Tokens   int // of the chunks
}

// Prune drops the older half of a history, by tokens, until the rest is within the budget or cannot be halved; and with
// each half the later results whose call is gone (O-35).
func Prune(messages []Message, budget int, estimate Estimate) Pruned {
	all, callers := estimate.Each(messages), callers(messages)
	var p Pruned
	tokens := all // of the kept
	for i := range messages {
		p.Kept = append(p.Kept, i)
	}
	for sum(tokens) > budget {
		halves := SplitByShare(tokens, 2)
		if len(halves) < 2 {
			break
		}
		n := halves[0]
		p.Chunks, p.Messages, p.Tokens = p.Chunks+1, p.Messages+len(p.Kept), p.Tokens+sum(tokens[:n])
		p.Dropped = append(p.Dropped, p.Kept[:n]...)
		p.Kept = withCall(messages, callers, p.Kept[n:])
		p.Messages -= len(p.Kept)
		tokens = nil
		for _, i := range p.Kept {
			tokens = append(tokens, all[i])
		}
	}
	p.KeptTokens = sum(tokens)
	return p
}

// withCall removes results whose call is not kept from the kept messages.
func withCall(messages []Message, callers, kept []int) []int {
	var whole []int
	for _, i := range kept {
		if messages[i].Role != ToolResult || callers[i] >= kept[0] {
			whole = append(whole, i)
		}
	}
	return whole
}
