package rows

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
)

// cellRow is a call broken on purpose, with its outcome.
type cellRow struct {
	Suite   string `parquet:"suite,dict"`
	Case    string `parquet:"case_id,dict"`
	Path    string `parquet:"path,dict"`
	Stage   string `parquet:"stage,dict"`
	Fault   string `parquet:"fault,dict"`
	At      string `parquet:"place,dict"` // distinguishes several of one fault; empty: only one
	Class   string `parquet:"class,dict"`
	Policy  string `parquet:"policy,dict"`
	Verdict string `parquet:"verdict,dict"`
	Failing bool   `parquet:"failing"`
	Reason  string `parquet:"fallback_reason,dict"` // empty: none was reported
	Tries   int32  `parquet:"tries"`
	Why     string `parquet:"reason"`
	Waited  string `parquet:"waited,dict"` // of an application: none, less, told; empty: it was not told to wait
}

func (r cellRow) size() int {
	return sizeOf(r.Suite, r.Case, r.Path, r.Stage, r.Fault, r.At, r.Class, r.Policy, r.Verdict, r.Reason, r.Why,
		r.Waited) +
		2*numSize
}

func (r cellRow) check() (column, value string) { return "path", r.Path }

func cellsOf(suite, id string, cells []result.Cell) []cellRow {
	rows := make([]cellRow, len(cells))
	for i := range cells {
		c := &cells[i]
		name := c.FaultName()
		rows[i] = cellRow{
			Suite: suite, Case: id, Path: c.Path, Stage: printable.Valid(c.Stage), Fault: name,
			Class: c.Class, Policy: string(c.Policy), Verdict: string(c.Verdict), Failing: c.Fails(),
			Reason: printable.Valid(string(c.Reason)), Tries: int32(c.Tries), Why: printable.Valid(c.Why),
			Waited: c.Waited,
		}
		if len(c.Fault) > len(name) {
			rows[i].At = c.Fault[len(name)+1:]
		}
	}
	return rows
}
