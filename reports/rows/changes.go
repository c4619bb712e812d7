package rows

import (
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// changeRow is a call whose prompt differs from its golden.
type changeRow struct {
	Suite  string   `parquet:"suite,dict"`
	Case   string   `parquet:"case_id,dict"`
	Sample int32    `parquet:"sample"`
	Path   string   `parquet:"path,dict"`
	Stage  string   `parquet:"stage,dict"`
	Status string   `parquet:"status,dict"`
	Parts  []string `parquet:"parts,list"`
	Diff   string   `parquet:"diff_digest"`
}

func (r changeRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Status, r.Diff) + sizeOfAll(r.Parts)
}

func (r changeRow) check() (column, value string) { return "path", r.Path }

// changes returns the rows of a case. It also keeps their diffs.
func (t *texts) changes(c *Case) []changeRow {
	var rows []changeRow
	for _, change := range c.Differing() {
		rows = append(rows, changeRow{
			c.Suite, c.Case, int32(c.Sample), change.Path, change.Stage, string(change.Status), change.Parts,
			t.keep(change.Text),
		})
	}
	return rows
}

// change returns the row with its diff.
func (r *changeRow) change(diff string) result.Change {
	return result.Change{
		Status: result.PromptStatus(r.Status), Path: r.Path, Stage: r.Stage, Parts: r.Parts, Text: diff,
	}
}
