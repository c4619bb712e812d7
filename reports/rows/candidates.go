package rows

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// CandidateRow is a candidate of a retrieval.
type CandidateRow struct {
	Suite     string   `parquet:"suite,dict"`
	Case      string   `parquet:"case_id,dict"`
	Sample    int32    `parquet:"sample"`
	Place     string   `parquet:"place,dict"`
	Turn      string   `parquet:"turn,dict"`
	Retrieval int32    `parquet:"retrieval"`
	Rank      int32    `parquet:"rank"`
	Name      string   `parquet:"name,dict"`
	Score     *float64 `parquet:"score"`
	Chosen    *bool    `parquet:"chosen"`
}

func (r CandidateRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Place, r.Turn, r.Name) + 4*numSize
}

func (r CandidateRow) check() (column, value string) { return "name", r.Name }

// candidatesOf returns the rows of a result's retrievals.
func candidatesOf(res *result.Result) []CandidateRow {
	if res.Trace == nil {
		return nil
	}
	var rows []CandidateRow
	times := map[string]int32{} // retrievals so far, by place
	for _, found := range res.Trace.Retrievals() {
		times[found.Place]++
		for i := range found.Candidates {
			c := &found.Candidates[i]
			row := CandidateRow{
				Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Place: found.Place,
				Turn: turnOf(found.Place), Retrieval: times[found.Place], Rank: int32(c.Rank),
				Name: printable.Valid(c.Name), Score: c.Score,
			}
			if found.Decided {
				row.Chosen = &c.Chosen
			}
			rows = append(rows, row)
		}
	}
	return rows
}
