package faults

import (
	"strings"

	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// Scores are what the cells of a case measure: the share of those that came through their fault, how many must not be
// as they are, and how many there are. What a repair makes of an answer is no score, and what is not applicable
// neither.
func Scores(cells []result.Cell) []score.Score {
	var all []score.Score
	tried, failing := 0, 0
	for i := range cells {
		c := &cells[i]
		if !c.Judged() || c.Verdict == result.VerdictNotApplicable {
			continue
		}
		tried++
		s := score.Score{
			Scorer: "faults", Metric: "right", Facet: c.Stage, Path: c.Path, Unit: score.Share,
			Want: "right fallback, recovered or same", Got: string(c.Verdict), Reason: reasonOf(c),
		}
		s.Turn, _, _ = strings.Cut(c.Path, "/")
		if c.Right() {
			s.Value = 1
		}
		all = append(all, s)
		if c.Fails() {
			failing++
			s.Metric, s.Unit, s.Value, s.Facet = "failing", score.Count, 1, ""
			all = append(all, s)
		}
	}
	count := func(metric string, n int) score.Score {
		return score.Score{Scorer: "faults", Metric: metric, Unit: score.Count, Value: float64(n)}
	}
	if failing == 0 {
		all = append(all, count("failing", 0))
	}
	return append(all, count("cells", tried))
}

// reasonOf says what the cell is, and what is wrong with it.
func reasonOf(c *result.Cell) string {
	text := c.Fault + " under " + string(c.Policy) + ": " + string(c.Verdict)
	if c.Why != "" {
		text += ": " + c.Why
	}
	return text
}
