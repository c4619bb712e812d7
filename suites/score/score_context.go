package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func contextScorer() scorer {
	return scorer{
		metrics: append(counts("context.overflow"), Metric{"context.use", Share, 0, math.Inf(1), nil}),
		measure: func(scores []Score, ev *evaluation) []Score { return measureContext(scores, ev.trace) },
	}
}

// measureContext measures, in a case whose calls have a limit (num_ctx), how full the fullest context is, and how many
// calls do not fit: prompt and num_predict have to fit into num_ctx. A server silently cuts the head of a longer
// prompt; or it refuses the call, also if its own context is smaller.
func measureContext(scores []Score, t *trace.Trace) []Score {
	over, limited := 0, 0
	var fullest *trace.Call
	use, guessed := 0.0, 0.0
	for s := range t.Own() {
		c := s.Call
		if c == nil {
			continue
		}
		need, limit, ok := contextOf(c)
		if !ok {
			continue
		}
		limited++
		guessed = max(guessed, Ratio(c.Estimates.Prompt+reserved(c), limit))
		if need > limit || c.Failure != nil && c.Failure.Reason == pipeline.Overflow {
			over++
		}
		if u := Ratio(need, limit); fullest == nil || u > use {
			use, fullest = u, c
		}
	}
	if limited == 0 {
		return scores
	}
	reason := contextReason(fullest)
	full := share("context.use", fullest.Path, use, reason)
	full.Estimate, full.Estimated = guessed, fullest.Usage().Prompt == 0
	return append(scores, full, count("context.overflow", fullest.Path, over, reason))
}

// contextOf returns the tokens that a call needs and the size of its context. A model never counts more than the
// context holds, so a prompt that fills it has been cut: then a larger estimate counts.
func contextOf(c *trace.Call) (need, limit int, ok bool) {
	window := c.Window()
	if window == 0 {
		return 0, 0, false
	}
	need = c.Tokens.Prompt
	if slices.Contains(c.Marks, trace.MarkContextCut) {
		need = max(need, c.Reported(), window) + 1
		need = max(need, c.Estimates.Prompt)
	}
	return need + reserved(c), window, true
}

// reserved returns the part of a call's context reserved for the answer.
func reserved(c *trace.Call) int {
	if n := c.Request.Options.NumPredict; n != nil {
		return max(*n, 0)
	}
	return 0
}

// contextReason names the largest sections of a prompt.
func contextReason(c *trace.Call) string {
	need, limit, _ := contextOf(c)
	type part struct {
		role string
		pipeline.Section
	}
	parts := make([]part, 0, 32)
	for _, m := range c.Request.Messages {
		for _, s := range m.Sections {
			parts = append(parts, part{m.Role, s})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return cmp.Compare(len(b.Text), len(a.Text)) })
	b := make([]byte, 0, 160)
	b = fmt.Appendf(b, "%d of %d tokens; largest:", need, limit)
	for _, p := range parts[:min(3, len(parts))] {
		b = fmt.Appendf(b, " %s %q ~%d,", p.role, p.Name, pipeline.EstimateTokens(p.Text))
	}
	if tools := pipeline.EstimateTools(c.Request.Tools); tools > 0 {
		b = fmt.Appendf(b, " the tools ~%d,", tools)
	}
	return string(b[:len(b)-1])
}
