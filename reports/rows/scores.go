package rows

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/score"
)

// scoreRow is a score of a case.
type scoreRow struct {
	Suite     string   `parquet:"suite,dict"`
	Case      string   `parquet:"case_id,dict"`
	Sample    int32    `parquet:"sample"`
	Turn      string   `parquet:"turn,dict"`
	Path      string   `parquet:"path,dict"`
	Line      int32    `parquet:"line"`
	Scorer    string   `parquet:"scorer,dict"`
	Metric    string   `parquet:"metric,dict"`
	By        string   `parquet:"facet,dict"`
	Value     *float64 `parquet:"value"`
	Estimate  float64  `parquet:"estimate"`
	Estimated bool     `parquet:"estimated"`
	Unit      string   `parquet:"unit,dict"`
	Required  bool     `parquet:"required"`
	Holds     *bool    `parquet:"holds"`
	Expected  string   `parquet:"expected,dict"`
	Actual    string   `parquet:"actual,dict"`
	Reason    string   `parquet:"reason"`
	RestsOn   []string `parquet:"rests_on,list"`
	Others    []string `parquet:"alternatives,list"`
}

func (r scoreRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Turn, r.Path, r.Scorer, r.Metric, r.By, r.Unit, r.Expected, r.Actual, r.Reason) +
		sizeOfAll(r.RestsOn) + sizeOfAll(r.Others) + 6*numSize
}

func (r scoreRow) check() (column, value string) { return "path", r.Path }

// clipped is how much of an expectation, of the actual value, and of a reason a row keeps, in code points. The whole
// texts are with the calls.
const clipped = 500

// scoresOf returns the rows of a result's scores.
func scoresOf(res *result.Result) []scoreRow {
	rows := make([]scoreRow, len(res.Scores))
	for i := range res.Scores {
		s := &res.Scores[i]
		rows[i] = scoreRow{
			Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Turn: s.Turn, Path: s.Path,
			Line:   int32(s.Line),
			Scorer: s.Scorer, Metric: s.Metric, By: s.Facet, Estimate: s.Estimate, Estimated: s.Estimated,
			Unit:     string(s.Unit),
			Required: s.Required, Expected: printable.Clip(s.Want, clipped), Actual: printable.Clip(s.Got, clipped),
			Reason: printable.Clip(s.Reason, clipped), RestsOn: s.Provenance, Others: valid(s.Others),
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

// score returns the score of the row.
func (s *scoreRow) score() score.Score {
	read := score.Score{
		Scorer: s.Scorer, Metric: s.Metric, Facet: s.By, Turn: s.Turn, Path: s.Path, Line: int(s.Line),
		Unit: score.Unit(s.Unit), Estimate: s.Estimate, Estimated: s.Estimated, Required: s.Required,
		Want: s.Expected, Got: s.Actual, Reason: s.Reason,
		Provenance: s.RestsOn, Others: s.Others, Unmeasured: s.Value == nil, Expected: s.Holds != nil,
	}
	if s.Value != nil {
		read.Value = *s.Value
	}
	if s.Holds != nil {
		read.Holds = *s.Holds
	}
	return read
}
