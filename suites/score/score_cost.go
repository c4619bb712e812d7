package score

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

func costScorer() scorer {
	return scorer{
		metrics: slices.Concat(
			metrics(Count, 0, math.Inf(1), ByCaller, "cost.calls"),
			metrics(Money, 0, math.Inf(1), ByCaller, "cost.money"),
			metrics(Nanos, 0, math.Inf(1), ByCaller, "cost.time"),
			metrics(TokenCount, 0, math.Inf(1), ByCaller, "cost.output_tokens", "cost.prompt_tokens",
				"cost.uncached_tokens"),
		),
		measure: func(scores []Score, ev *evaluation) []Score { return measureCost(scores, ev.trace, ev.prices) },
	}
}

// measureCost sums up, for each stage in the order of its first call, calls and tokens, the models' time if recorded
// for all answers, and money if the suite has prices.
func measureCost(scores []Score, t *trace.Trace, prices *PriceList) []Score {
	var stages []stageCost
	for s := range t.Own() {
		if s.Call == nil {
			continue
		}
		i := slices.IndexFunc(stages, func(c stageCost) bool { return c.stage == s.Call.Stage })
		if i < 0 {
			i = len(stages)
			stages = append(stages, stageCost{stage: s.Call.Stage})
		}
		stages[i].add(s.Call, prices)
	}
	for i := range stages {
		scores = stages[i].append(scores, prices)
	}
	return scores
}

type stageCost struct {
	stage     string
	calls     int
	tokens    trace.Tokens
	cached    int // of the prompts
	estimates trace.Estimates
	kept      int // of the estimated prompts
	timed     int // calls with a recorded time
	time      time.Duration
	money     float64
	guessed   float64 // the money by estimated tokens
	priced    int     // calls whose model has a price
	free      string  // the first model without one
}

func (s *stageCost) add(c *trace.Call, prices *PriceList) {
	s.calls++
	s.tokens.Prompt += c.Tokens.Prompt
	s.tokens.Output += c.Tokens.Output
	s.tokens.Estimated += c.Tokens.Estimated
	s.estimates.Prompt += c.Estimates.Prompt
	s.estimates.Output += c.Estimates.Output
	kept := prices.Rules().Kept(c.Prefix)
	cached := c.Cached(kept)
	s.cached += cached
	s.kept += kept
	if took := c.Took(); took > 0 {
		s.timed++
		s.time += took
	}
	if prices == nil {
		return
	}
	model := cmp.Or(c.Origin.Model, c.Request.Model)
	p, ok := prices.Of(model)
	if !ok {
		s.free = cmp.Or(s.free, cmp.Or(model, "no model"))
		return
	}
	s.priced++
	s.money += p.Tokens(c.Tokens.Prompt, cached, c.Tokens.Output)
	s.guessed += p.Tokens(c.Estimates.Prompt, kept, c.Estimates.Output)
}

func (s *stageCost) append(scores []Score, prices *PriceList) []Score {
	estimated := ""
	if s.tokens.Estimated > 0 {
		estimated = "; " + strconv.Itoa(s.tokens.Estimated) + " of prompt and output are estimates"
	}
	tokens := func(metric string, n, estimate int) Score {
		reason := wording.Number(n, "token") + estimated
		return s.estimate(s.score(metric, TokenCount, float64(n), reason), float64(estimate))
	}
	scores = append(scores,
		s.score("calls", Count, float64(s.calls), wording.Number(s.calls, "call")),
		tokens("prompt_tokens", s.tokens.Prompt, s.estimates.Prompt),
		tokens("output_tokens", s.tokens.Output, s.estimates.Output),
		tokens("uncached_tokens", s.tokens.Prompt-s.cached, s.estimates.Prompt-s.kept),
	)
	if s.timed > 0 {
		t := s.score("time", Nanos, float64(s.time), s.time.String())
		if t.Unmeasured = s.timed < s.calls; t.Unmeasured {
			t.Value, t.Reason = 0, fmt.Sprintf("%d of %d answers have no recorded time", s.calls-s.timed, s.calls)
		}
		scores = append(scores, t)
	}
	if prices != nil {
		m := s.score("money", Money, s.money, fmt.Sprintf("%.6f %s%s", s.money, prices.CurrencyName(), estimated))
		if m.Unmeasured = s.priced < s.calls; m.Unmeasured {
			m.Value, m.Reason = 0, fmt.Sprintf("%s has no price", s.free)
		}
		scores = append(scores, s.estimate(m, s.guessed))
	}
	return scores
}

// estimate adds to a score of tokens its value by estimated tokens.
func (s *stageCost) estimate(score Score, value float64) Score {
	score.Estimate, score.Estimated = value, s.tokens.Estimated > 0
	return score
}

func (s *stageCost) score(metric string, unit Unit, value float64, reason string) Score {
	return Score{Scorer: "cost", Metric: metric, Facet: s.stage, Unit: unit, Value: value, Reason: reason}
}
