package rows

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites"
)

// clipped is how much of an expectation, of what came instead, and of a reason a row keeps, in code points. The whole
// texts stand with the calls.
const clipped = 500

// scoresOf are the rows of a result's scores.
func scoresOf(res *suites.Result) []scoreRow {
	rows := make([]scoreRow, len(res.Scores))
	for i := range res.Scores {
		s := &res.Scores[i]
		rows[i] = scoreRow{
			Suite: res.Suite, Case: res.Case, Turn: s.Turn, Path: s.Path, Line: int32(s.Line), Scorer: s.Scorer, Metric: s.Metric, By: s.By,
			Estimate: s.Estimate, Estimated: s.Estimated, Unit: string(s.Unit), Required: s.Required, Expected: printable.Clip(s.Want, clipped), Actual: printable.Clip(s.Got, clipped),
			Reason: printable.Clip(s.Reason, clipped), RestsOn: s.Rests, Others: readableAll(s.Others),
		}
		if !s.Unmeasured {
			rows[i].Value = &s.Value
		}
		if s.Expected {
			rows[i].Holds = &s.Holds
		}
	}
	return rows
}

// score is the score that the row was made of.
func (s *scoreRow) score() suites.Score {
	score := suites.Score{
		Scorer: s.Scorer, Metric: s.Metric, By: s.By, Turn: s.Turn, Path: s.Path, Line: int(s.Line), Unit: suites.Unit(s.Unit),
		Estimate: s.Estimate, Estimated: s.Estimated, Required: s.Required, Want: s.Expected, Got: s.Actual, Reason: s.Reason,
		Rests: s.RestsOn, Others: s.Others, Unmeasured: s.Value == nil, Expected: s.Holds != nil,
	}
	if s.Value != nil {
		score.Value = *s.Value
	}
	if s.Holds != nil {
		score.Holds = *s.Holds
	}
	return score
}
