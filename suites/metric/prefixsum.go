package metric

import "github.com/beaver-eval/beaver-eval/suites/score"

// The measures of prompts that begin like an earlier one of their stage and case, in estimated tokens.
const (
	prefixShare   = "prefix.share"   // of the tokens, those that the earlier one had too, at its beginning
	prefixCeiling = "prefix.ceiling" // of the tokens, those that some earlier one had too, anywhere
	prefixBreaks  = "prefix.breaks"  // calls in which something changed before the end
)

// prefixSum adds up the calls of a stage that have an earlier one in their case.
type prefixSum struct {
	calls, breaks      int
	tokens, kept, most int
	least, broken      example // the call that keeps the smallest share; the first one with a break
}

func (s *prefixSum) add(o *prefixSum) {
	s.calls, s.breaks = s.calls+o.calls, s.breaks+o.breaks
	s.tokens, s.kept, s.most = s.tokens+o.tokens, s.kept+o.kept, s.most+o.most
	s.least.take(o.least, o.least.value < s.least.value)
	s.broken.take(o.broken, false)
}

// measures returns the measures of a sum; facet is [STAGE], or empty.
func (s *prefixSum) measures(facet string) []Measure {
	of := func(name string, unit score.Unit, value float64, where example) Measure {
		return Measure{Name: name + facet, Unit: unit, Value: value, Scores: s.calls, low: where, high: where}
	}
	return []Measure{
		of(prefixShare, score.Share, score.Ratio(s.kept, s.tokens), s.least),
		of(prefixCeiling, score.Share, score.Ratio(s.most, s.tokens), s.least),
		of(prefixBreaks, score.Count, float64(s.breaks), s.broken),
	}
}
