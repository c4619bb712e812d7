package reports

import "github.com/beaver-eval/beaver-eval/suites/result"

// clipped is how much of an expectation, of what came instead, and of a reason a row keeps, in code points. The whole
// texts stand with the calls.
const clipped = 500

// scoresOf are the rows of a result's scores.
func scoresOf(res *result.Result) []scoreRow {
	rows := make([]scoreRow, len(res.Scores))
	for i := range res.Scores {
		s := &res.Scores[i]
		rows[i] = scoreRow{
			Suite: res.Suite, Case: res.Case, Turn: s.Turn, Path: s.Path, Line: int32(s.Line), Scorer: s.Scorer, Metric: s.Metric, By: s.By,
			Estimate: s.Estimate, Estimated: s.Estimated, Unit: string(s.Unit), Required: s.Required, Expected: clip(s.Want), Actual: clip(s.Got),
			Reason: clip(s.Reason), RestsOn: s.Rests, Others: readableAll(s.Others),
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

// clip cuts a text and makes it readable.
func clip(s string) string { return clipTo(s, clipped) }

func clipTo(s string, most int) string {
	n := 0
	for i := range s {
		if n == most {
			return readable(s[:i]) + "…"
		}
		n++
	}
	return readable(s)
}
