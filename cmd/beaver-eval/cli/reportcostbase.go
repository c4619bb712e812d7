package cli

import (
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/review"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/cost"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/bill"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// costBase counts what the goldens of a commit cost, for the cases of a run.
type costBase struct {
	goldens *review.Base
	of      *cost.Cost
	choice  stored.Selection
	without int // cases without a golden in the commit
	unkept  int // cases whose packed golden keeps no text of some calls
}

// add counts the golden of one more case of the run.
func (b *costBase) add(c *rows.Case) error {
	if c.Trace == nil {
		return nil
	}
	golden, err := b.goldens.Golden(c.Suite, c.Case)
	if err != nil {
		return err
	}
	if golden == nil {
		if c.Sample == 0 && len(c.Trace.Calls()) > 0 {
			b.without++
		}
		return nil
	}
	if slices.ContainsFunc(golden.Calls, func(c goldens.Call) bool { return c.Digest != "" }) {
		if c.Sample == 0 {
			b.unkept++
		}
		return nil
	}
	t := goldenTrace(golden, c.Trace)
	bill.Measure(t, nil)
	was := &rows.Case{Result: &result.Result{Suite: c.Suite, Case: c.Case, System: c.System, Tags: c.Tags, Trace: t}}
	if b.choice.Apply(was) {
		b.of.Case(was)
	}
	return nil
}

// goldenTrace returns the calls of a golden, with the models that the run's calls of the same path or stage asked.
func goldenTrace(f *goldens.File, ran *trace.Trace) *trace.Trace {
	byPath, byStage := map[string]*trace.Call{}, map[string]*trace.Call{}
	for _, c := range ran.Calls() {
		byPath[c.Path], byStage[c.Stage] = c, c
	}
	t := &trace.Trace{Suite: ran.Suite, Case: ran.Case}
	for _, c := range f.Calls {
		req := pipeline.Request{
			Path: c.Path, Stage: c.Stage, Messages: c.Messages, Tools: c.Tools, Format: c.Format,
			Parameters: c.Parameters,
		}
		call := &trace.Call{Path: c.Path, Stage: c.Stage}
		for _, now := range []*trace.Call{byStage[c.Stage], byPath[c.Path]} {
			if now != nil {
				req.Model, call.Origin.Model = now.Request.Model, now.Origin.Model
			}
		}
		call.Request, call.Estimates.Prompt = req, req.EstimatedTokens()
		step := trace.Step{Entry: pipeline.Entry{Path: c.Path, Stage: c.Stage}, Call: call}
		t.Steps = append(t.Steps, step)
	}
	return t
}

// before returns what was counted. What could be kept is unknown, since goldens do not know sources of texts.
func (b *costBase) before() *cost.Before {
	report := b.of.Report()
	for i := range report.Stages {
		report.Stages[i].Ceiling = nil
	}
	report.Total.Ceiling = nil
	return &cost.Before{Commit: b.goldens.Commit, Stages: report.Stages, Total: report.Total}
}
