package rows

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// caseRow is a case, with the sums over its calls.
type caseRow struct {
	Suite      string `parquet:"suite,dict"`
	System     string `parquet:"system,dict"`
	Case       string `parquet:"case_id"`
	Sample     int32  `parquet:"sample"`
	Group      string `parquet:"group"`
	Quarantine string `parquet:"quarantine,dict"`
	File       string `parquet:"file,dict"`
	Line       int32  `parquet:"line"`
	Status     string `parquet:"status,dict"`
	Skipped    string `parquet:"skipped,dict"`
	Bug        bool   `parquet:"bug"`
	Compared   bool   `parquet:"compared"`
	Sums
	Errors   []string      `parquet:"errors,list"`
	Failures []string      `parquet:"failures,list"`
	Warnings []string      `parquet:"warnings,list"`
	Tags     []string      `parquet:"tags,list"`
	Differ   []formRow     `parquet:"forms,list"`
	Rejected []rejectedRow `parquet:"rejected,list"`
	Inputs   []inputRow    `parquet:"inputs,list"`
	Outcomes []outcomeRow  `parquet:"outcomes,list"`
}

// rejectedRow is an answer that a stage rejected without taking its fallback.
type rejectedRow struct {
	Path   string `parquet:"path,dict"`
	Stage  string `parquet:"stage,dict"`
	Reason string `parquet:"reason,dict"`
	Detail string `parquet:"detail"`
}

// formRow is a file of requests in a wire form that differs from the accepted one.
type formRow struct {
	Form   string `parquet:"form,dict"`
	File   string `parquet:"file,dict"`
	Status string `parquet:"status,dict"`
}

func (r caseRow) size() int {
	n := sizeOf(r.Suite, r.System, r.Case, r.Group, r.Quarantine, r.File, r.Status, r.Skipped) + sizeOfAll(r.Errors) +
		sizeOfAll(r.Failures) + sizeOfAll(r.Warnings) + sizeOfAll(r.Tags) + sizeOfFallbacks(r.Fallbacks) +
		sizeOfAsked(r.Asked) + 21*numSize
	for _, f := range r.Differ {
		n += sizeOf(f.Form, f.File, f.Status)
	}
	for _, r := range r.Rejected {
		n += sizeOf(r.Path, r.Stage, r.Reason, r.Detail)
	}
	for _, in := range r.Inputs {
		n += sizeOf(in.Turn, in.Kind, in.Text)
	}
	for _, o := range r.Outcomes {
		n += o.size()
	}
	return n + 9*textSize
}

func (r caseRow) check() (column, value string) { return "case_id", r.Case }

// rowOf returns the row of a case. It also keeps its texts.
func (t *texts) rowOf(c *Case) caseRow {
	row := caseRow{
		Suite: c.Suite, System: c.System, Case: c.Case, Sample: int32(c.Sample), Group: printable.Valid(c.Group),
		Quarantine: printable.Valid(c.Quarantine), File: c.File, Line: int32(c.Line), Tags: valid(c.Tags),
		Status: string(c.Status), Skipped: printable.Valid(c.Skipped), Bug: c.Bug, Compared: c.Compared, Sums: c.Sums,
		Errors: valid(c.ErrorTexts()), Failures: valid(c.Failures), Warnings: valid(c.Warnings),
	}
	for _, f := range c.Forms {
		row.Differ = append(row.Differ, formRow{printable.Valid(f.Form), printable.Valid(f.File), string(f.Status)})
	}
	if c.Trace != nil {
		row.Inputs, row.Outcomes = t.inputs(c.Trace.Inputs), t.outcomes(c.Trace.Outcomes)
		for i := range c.Trace.Steps {
			if s := &c.Trace.Steps[i]; s.Kind == pipeline.EntryRejected {
				row.Rejected = append(row.Rejected, rejectedOf(s))
			}
		}
	}
	return row
}

func rejectedOf(s *trace.Step) rejectedRow {
	row := rejectedRow{Path: s.Path, Stage: printable.Valid(s.Stage), Reason: string(s.Failure.Reason)}
	if s.Failure.Err != nil {
		row.Detail = printable.Valid(s.Failure.Err.Error())
	}
	return row
}

func (r *rejectedRow) step() trace.Step {
	why := &pipeline.Failure{Reason: pipeline.Reason(r.Reason)}
	if r.Detail != "" {
		why.Err = errors.New(r.Detail)
	}
	return trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryRejected, Path: r.Path, Stage: r.Stage, Failure: why}}
}

// newCase returns the case without data of other tables.
func (r *caseRow) newCase() *Case {
	res := &result.Result{
		Suite: r.Suite, System: r.System, Case: r.Case, Sample: int(r.Sample), Group: r.Group, File: r.File,
		Line: int(r.Line),
		Tags: r.Tags, Quarantine: r.Quarantine,
		Status:  result.Status(r.Status),
		Skipped: r.Skipped, Bug: r.Bug, Compared: r.Compared, Failures: r.Failures, Warnings: r.Warnings,
	}
	for _, text := range r.Errors {
		res.Errors = append(res.Errors, errors.New(text))
	}
	for _, f := range r.Differ {
		status := result.PromptStatus(f.Status)
		res.Forms = append(res.Forms, result.FormChange{Form: f.Form, File: f.File, Status: status})
	}
	return &Case{Result: res, Sums: r.Sums}
}

// trace returns the part of a trace in a case's row: the fallbacks, and how often each stage had to decide. asked has
// the paths of calls with their own rows.
func (r *caseRow) trace(steps []trace.Step, asked map[string]bool) *trace.Trace {
	t := &trace.Trace{Suite: r.Suite, Case: r.Case, Steps: steps}
	for _, a := range r.Asked {
		t.Asked = append(t.Asked, trace.Asked{Stage: a.Stage, Times: int(a.Times)})
	}
	for _, f := range r.Fallbacks {
		fell := &pipeline.Fallback{
			Stage: f.Stage, Reason: pipeline.Reason(f.Reason), Tries: int(f.Tries), Detail: f.Detail,
		}
		t.Steps = append(t.Steps, trace.Step{
			Entry:    pipeline.Entry{Kind: pipeline.EntryFallback, Path: f.Path, Stage: f.Stage, Fallback: fell},
			Attached: asked[f.Path],
		})
	}
	for i := range r.Rejected {
		t.Steps = append(t.Steps, r.Rejected[i].step())
	}
	return t
}

func sizeOfFallbacks(fallbacks []Fallback) int {
	n := 5 * textSize
	for _, f := range fallbacks {
		n += sizeOf(f.Path, f.Stage, f.Reason, f.Detail) + numSize
	}
	return n
}

func sizeOfAsked(rows []askedRow) int {
	n := textSize
	for _, r := range rows {
		n += sizeOf(r.Stage) + numSize
	}
	return n
}
