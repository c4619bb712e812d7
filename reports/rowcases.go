package reports

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// caseOf is the row of a case, with the sums over its calls.
func caseOf(res *suites.Result) caseRow {
	var sum Summary
	sum.add(res)
	row := caseRow{
		Suite: res.Suite, Case: res.Case, File: res.File, Line: int32(res.Line),
		Status: string(res.Status), Skipped: readable(res.Skipped), Bug: res.Bug, Compared: res.Compared, Calls: int32(sum.Calls),
		Unchanged: int32(sum.Prompts.Unchanged), Changed: int32(sum.Prompts.Changed),
		New: int32(sum.Prompts.New), Missing: int32(sum.Prompts.Missing),
		TokensPrompt: int64(sum.Tokens.Prompt), TokensOutput: int64(sum.Tokens.Output), TokensEstimated: int64(sum.Tokens.Estimated),
		Failures: readableAll(res.Failures), Warnings: readableAll(res.Warnings),
	}
	for _, err := range res.Errors {
		row.Errors = append(row.Errors, readable(err.Error()))
	}
	if res.Trace == nil {
		return row
	}
	row.Turns = int32(len(res.Trace.Outcomes))
	for _, s := range res.Trace.Steps {
		if s.Kind == pipeline.EntryFallback {
			row.Fallbacks = append(row.Fallbacks, fallbacksOf(s.Path, []pipeline.Fallback{*s.Fallback})...)
		}
	}
	return row
}

// changes are the rows of the calls whose prompts are not as their golden.
func (r *Rows) changes(res *suites.Result) []changeRow {
	var rows []changeRow
	for _, c := range res.Changes {
		if c.Status != suites.Unchanged {
			rows = append(rows, changeRow{res.Suite, res.Case, c.Path, c.Stage, string(c.Status), c.Parts, r.texts.keep(c.Text)})
		}
	}
	return rows
}
