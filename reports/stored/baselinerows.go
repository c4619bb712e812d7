package stored

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/metric"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// caseName has the columns that identify a case.
type caseName struct {
	Suite string `parquet:"suite,dict"`
	Case  string `parquet:"case_id"`
}

// eachCaseName passes on the names of the cases in a run's folder.
func eachCaseName(ctx context.Context, folder string, take func(suite, id string)) (err error) {
	r, err := rows.Open[caseName](folder, "cases")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	for {
		row, err := r.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return err
		}
		take(row.Suite, row.Case)
	}
}

func readCallSizes(ctx context.Context, folder string) (*metric.CallSizes, error) {
	r, err := rows.Open[sizeRow](folder, "calls")
	if err != nil {
		return nil, err
	}
	defer r.Close()
	sizes := metric.NewCallSizes(int(r.Len()))
	for {
		row, err := r.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			sizes.Sort()
			return sizes, err
		}
		if row.Sample > 0 { // calls are compared with those of the first sample
			continue
		}
		sizes.Add(row.Suite, row.Case, row.Path, row.size())
	}
}

// sizeRow has the columns of a call's row about its size.
type sizeRow struct {
	Suite    string `parquet:"suite,dict"`
	Case     string `parquet:"case_id,dict"`
	Sample   int32  `parquet:"sample"`
	Path     string `parquet:"path,dict"`
	Source   string `parquet:"source,dict"`
	Match    string `parquet:"match,dict"`
	Carried  bool   `parquet:"carried"`
	Input    *int64 `parquet:"gen_ai.usage.input_tokens"`
	Tokens   int64  `parquet:"tokens_prompt"`
	Estimate *int64 `parquet:"estimate_prompt"` // NULL: the file is older than the column
	Duration *int64 `parquet:"duration_ns"`
}

func (r *sizeRow) size() metric.CallSize {
	call := trace.Call{Origin: pipeline.Origin{
		Source: pipeline.Source(r.Source), Match: pipeline.Match(r.Match), Carried: r.Carried,
	}}
	size := metric.CallSize{Tokens: int(r.Tokens), Counted: r.Input != nil && call.Asked()}
	switch {
	case r.Estimate != nil:
		size.Estimate = int(*r.Estimate)
	case r.Input == nil:
		size.Estimate = size.Tokens
	}
	if r.Duration != nil && call.Asked() {
		size.Took = time.Duration(*r.Duration)
	}
	return size
}
