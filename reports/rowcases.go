package reports

import (
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// caseOf is the row of a case, with the sums over its calls.
func caseOf(res *suites.Result) caseRow {
	row := caseRow{
		Suite: res.Suite, Case: res.Case, File: res.File, Line: int32(res.Line), Tags: readableAll(res.Tags),
		Status: string(res.Status), Skipped: readable(res.Skipped), Bug: res.Bug, Compared: res.Compared, Forms: int32(len(res.Forms)),
		Failures: readableAll(res.Failures), Warnings: readableAll(res.Warnings),
	}
	row.prompts(res.Changes)
	for _, err := range res.Errors {
		row.Errors = append(row.Errors, readable(err.Error()))
	}
	if res.Trace == nil {
		return row
	}
	row.Turns = int32(len(res.Trace.Outcomes))
	for _, a := range res.Trace.Decisions() {
		row.Asked = append(row.Asked, askedRow{a.Stage, int32(a.Times)})
	}
	for _, s := range res.Trace.Steps {
		if s.Call != nil {
			row.call(s.Call)
		}
		if s.Kind == pipeline.EntryFallback {
			row.Fallbacks = append(row.Fallbacks, fallbacksOf(s.Path, []pipeline.Fallback{*s.Fallback})...)
		}
		if s.Kind == pipeline.EntryRejected {
			f := failureOf(s.Failure)
			refused := rejectedRow{s.Path, readable(s.Stage), string(f.Reason), readable(f.Detail)}
			row.Rejected = append(row.Rejected, refused)
		}
	}
	return row
}

// prompts counts calls by what became of their messages arrays.
func (row *caseRow) prompts(changes []suites.Change) {
	for _, c := range changes {
		switch c.Status {
		case suites.Unchanged:
			row.Unchanged++
		case suites.Changed:
			row.Changed++
		case suites.New:
			row.New++
		case suites.Missing:
			row.Missing++
		}
	}
}

// call adds a call to the sums.
func (row *caseRow) call(c *suites.Call) {
	row.Calls++
	row.TokensPrompt += int64(c.Tokens.Prompt)
	row.TokensOutput += int64(c.Tokens.Output)
	row.TokensEstimated += int64(c.Tokens.Estimated)
	for _, k := range []struct {
		n  *int32
		is bool
	}{
		{&row.Missed, c.Missed},
		{&row.Stale, c.Origin.Match == pipeline.MatchStale},
		{&row.Moved, c.Origin.Match == pipeline.MatchMoved},
		{&row.Otherwise, c.Origin.Match == pipeline.MatchOtherwise},
		{&row.Imported, c.Origin.Source == pipeline.SourceImported},
		{&row.Scripted, c.Origin.Source == pipeline.SourceScripted},
		{&row.Carried, c.Origin.Carried},
	} {
		if k.is {
			*k.n++
		}
	}
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
