package rows

import (
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// toolUseRow is a tool call with its outcome.
type toolUseRow struct {
	Suite     string `parquet:"suite,dict"`
	Case      string `parquet:"case_id,dict"`
	Sample    int32  `parquet:"sample"`
	Path      string `parquet:"path,dict"`
	CallPath  string `parquet:"call_path,dict"`
	Turn      string `parquet:"turn,dict"`
	ID        string `parquet:"tool_call_id,dict"`
	Name      string `parquet:"name,dict"`
	Depth     int32  `parquet:"depth"`
	At        *int64 `parquet:"ended_at,timestamp(microsecond)"`
	Arguments string `parquet:"arguments_digest,dict"`
	Result    string `parquet:"result_digest,dict"`
	Failed    bool   `parquet:"failed"`
	Late      bool   `parquet:"late"`
	Source    string `parquet:"source,dict"`
	Takes     *int64 `parquet:"takes_ns"`

	SaidName      *string `parquet:"said_name,dict"`
	SaidArguments *string `parquet:"said_arguments_digest,dict"`
}

func (r toolUseRow) size() int {
	texts := sizeOf(r.Suite, r.Case, r.Path, r.CallPath, r.Turn, r.ID, r.Name, r.Arguments, r.Result, r.Source)
	return texts + 5*numSize + sizeOfSaid(r.SaidName) + sizeOfSaid(r.SaidArguments)
}

func (r toolUseRow) check() (column, value string) { return "path", r.Path }

// tool returns the row of a step that is a tool call. It also keeps its texts.
func (t *texts) tool(res *result.Result, s trace.Step) toolUseRow {
	call, result := &s.Tool.Call, &s.Tool.Result
	row := toolUseRow{
		Suite: res.Suite, Case: res.Case, Sample: int32(res.Sample), Path: s.Path, CallPath: above(s.Path),
		Turn: turnOf(s.Path),
		ID:   printable.Valid(call.ID), Name: printable.Valid(call.Name),
		Depth: int32(s.Depth), At: micros(s.At),
		Arguments: t.keep(call.Arguments), Result: t.keep(result.Content),
		Failed: result.Failed, Late: result.Late, Source: string(result.From), Takes: known(result.Takes),
	}
	if said := s.Tool.Said; said != nil {
		name, arguments := printable.Valid(said.Name), t.keep(said.Arguments)
		row.SaidName, row.SaidArguments = &name, &arguments
	}
	return row
}
