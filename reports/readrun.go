package reports

import (
	"errors"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites"
)

// callBrief is what of a call's row the numbers of a run are made of.
type callBrief struct {
	Suite           string `parquet:"suite,dict"`
	Case            string `parquet:"case_id,dict"`
	Path            string `parquet:"path,dict"`
	Stage           string `parquet:"stage,dict"`
	Try             int32  `parquet:"try"`
	Source          string `parquet:"source,dict"`
	Match           string `parquet:"match,dict"`
	Carried         bool   `parquet:"carried"`
	Missed          bool   `parquet:"missed"`
	InputTokens     *int64 `parquet:"gen_ai.usage.input_tokens"`
	TokensPrompt    int64  `parquet:"tokens_prompt"`
	TokensOutput    int64  `parquet:"tokens_output"`
	TokensEstimated int64  `parquet:"tokens_estimated"`
	EstimatePrompt  int64  `parquet:"estimate_prompt"`
	EstimateOutput  int64  `parquet:"estimate_output"`
	Duration        *int64 `parquet:"duration_ns"`
}

// runReader reads the rows of a run side by side: all files have their cases in one order.
type runReader struct {
	cases   *rowReader[caseRow]
	calls   *group[callBrief]
	scores  *group[scoreRow]
	changes *group[changeRow]
}

// ReadRun hands out the results of a run's folder, in their order, as far as its rows tell them: without messages,
// answers and texts.
func ReadRun(folder string, take func(*suites.Result) error) (err error) {
	r := &runReader{}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.open(folder); err != nil {
		return err
	}
	for {
		row, err := r.cases.next()
		if row == nil || err != nil {
			return err
		}
		res, err := r.result(row)
		if err == nil {
			err = take(res)
		}
		if err != nil {
			return err
		}
	}
}

func (r *runReader) open(folder string) (err error) {
	if r.cases, err = openRows[caseRow](folder, "cases"); err != nil {
		return err
	}
	if r.calls, err = openGroup(folder, "calls", func(c *callBrief) (string, string) { return c.Suite, c.Case }); err != nil {
		return err
	}
	if r.scores, err = openGroup(folder, "scores", func(s *scoreRow) (string, string) { return s.Suite, s.Case }); err != nil {
		return err
	}
	r.changes, err = openGroup(folder, "changes", (*changeRow).owner)
	return err
}

func (r *runReader) close() error {
	var errs []error
	if r.cases != nil {
		errs = append(errs, r.cases.close())
	}
	if r.calls != nil {
		errs = append(errs, r.calls.close())
	}
	if r.scores != nil {
		errs = append(errs, r.scores.close())
	}
	if r.changes != nil {
		errs = append(errs, r.changes.close())
	}
	return errors.Join(errs...)
}

// result puts a case together from its row and those of the other files.
func (r *runReader) result(row *caseRow) (*suites.Result, error) {
	res := &suites.Result{
		Suite: row.Suite, Case: row.Case, File: row.File, Line: int(row.Line), Tags: row.Tags,
		Status: suites.Status(row.Status), Skipped: row.Skipped,
		Bug: row.Bug, Compared: row.Compared, Failures: row.Failures, Warnings: row.Warnings, Forms: make([]suites.FormChange, row.Forms),
		Trace: &suites.Trace{Suite: row.Suite, Case: row.Case, Outcomes: make([]suites.Outcome, row.Turns)},
	}
	for _, a := range row.Asked {
		res.Trace.Asked = append(res.Trace.Asked, suites.Asked{Stage: a.Stage, Times: int(a.Times)})
	}
	for _, text := range row.Errors {
		res.Errors = append(res.Errors, errors.New(text))
	}
	asked := map[string]bool{}
	err1 := r.calls.each(row.Suite, row.Case, func(c *callBrief) {
		asked[c.Path] = true
		res.Trace.Steps = append(res.Trace.Steps, c.step())
	})
	for _, f := range row.Fallbacks {
		res.Trace.Steps = append(res.Trace.Steps, f.step(asked[f.Path]))
	}
	for _, refused := range row.Rejected {
		res.Trace.Steps = append(res.Trace.Steps, refused.step())
	}
	err2 := r.scores.each(row.Suite, row.Case, func(s *scoreRow) { res.Scores = append(res.Scores, s.score()) })
	for range row.Unchanged {
		res.Changes = append(res.Changes, suites.Change{Status: suites.Unchanged})
	}
	err3 := r.changes.each(row.Suite, row.Case, func(c *changeRow) {
		res.Changes = append(res.Changes, c.change())
	})
	return res, errors.Join(err1, err2, err3)
}

func (c *callBrief) step() suites.Step {
	call := &suites.Call{
		Path: c.Path, Stage: c.Stage, Missed: c.Missed,
		Origin:    originOf(c.Source, c.Match, c.Carried),
		Tokens:    suites.Tokens{Prompt: int(c.TokensPrompt), Output: int(c.TokensOutput), Estimated: int(c.TokensEstimated)},
		Estimates: suites.Estimates{Prompt: int(c.EstimatePrompt), Output: int(c.EstimateOutput)},
	}
	if c.InputTokens != nil {
		call.Response.Usage.Prompt = int(*c.InputTokens)
	}
	if c.Duration != nil {
		call.Response.Duration = time.Duration(*c.Duration)
	}
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryCall, Path: c.Path, Stage: c.Stage, Try: int(c.Try)}, Call: call}
}

func originOf(source, match string, carried bool) pipeline.Origin {
	return pipeline.Origin{Source: pipeline.Source(source), Match: pipeline.Match(match), Carried: carried}
}

func (f *fallbackRow) step(attached bool) suites.Step {
	return suites.Step{
		Entry: pipeline.Entry{
			Kind: pipeline.EntryFallback, Path: f.Path, Stage: f.Stage,
			Fallback: &pipeline.Fallback{Stage: f.Stage, Reason: pipeline.Reason(f.Reason), Tries: int(f.Tries), Detail: f.Detail},
		},
		Attached: attached,
	}
}

func (r *rejectedRow) step() suites.Step {
	why := &pipeline.Failure{Reason: pipeline.Reason(r.Reason)}
	if r.Detail != "" {
		why.Err = errors.New(r.Detail)
	}
	return suites.Step{Entry: pipeline.Entry{Kind: pipeline.EntryRejected, Path: r.Path, Stage: r.Stage, Failure: why}}
}

// change is the row without its diff.
func (c *changeRow) change() suites.Change {
	return suites.Change{Status: suites.PromptStatus(c.Status), Path: c.Path, Stage: c.Stage, Parts: c.Parts}
}

func (c *changeRow) owner() (suite, id string) { return c.Suite, c.Case }

func (s *scoreRow) score() suites.Score {
	score := suites.Score{
		Scorer: s.Scorer, Metric: s.Metric, By: s.By, Turn: s.Turn, Path: s.Path, Line: int(s.Line), Unit: suites.Unit(s.Unit),
		Estimate: s.Estimate, Estimated: s.Estimated, Required: s.Required, Want: s.Expected, Got: s.Actual, Reason: s.Reason,
		Rests: s.RestsOn, Others: s.Others, Unmeasured: s.Value == nil, Expected: s.Holds != nil,
	}
	if s.Value != nil {
		score.Value = *s.Value
	}
	if s.Holds != nil {
		score.Holds = *s.Holds
	}
	return score
}

// group reads the rows of one case after the other.
type group[T any] struct {
	*rowReader[T]
	of   func(*T) (suite, id string)
	held *T // read, and not handed out yet
}

func openGroup[T any](folder, name string, of func(*T) (suite, id string)) (*group[T], error) {
	r, err := openRows[T](folder, name)
	if err != nil {
		return nil, err
	}
	return &group[T]{rowReader: r, of: of}, nil
}

// each hands out the rows of a case, which are the next ones if it has any.
func (g *group[T]) each(suite, id string, take func(*T)) error {
	for {
		if g.held == nil {
			row, err := g.next()
			if row == nil || err != nil {
				return err
			}
			g.held = row
		}
		if s, i := g.of(g.held); s != suite || i != id {
			return nil
		}
		take(g.held)
		g.held = nil
	}
}
