package rows

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// With says what Read adds to the rows of cases and changes. Anything else is not read.
type With struct {
	Calls   bool // traces, of calls with their numbers and of fallbacks
	Answers bool // what was answered and decided
	Scores  bool // and figures
	Diffs   int  // of at most so many changed calls; the others have none
	Edits   bool // edits, with their words as far as they fit into memory
}

// Read passes the cases of a run's folder to take, in order, as far as its tables have them. All tables have the same
// order of cases: one pass joins them, with only one case in memory, except diffs.
func Read(ctx context.Context, folder string, with With, take func(*Case) error) (err error) {
	r := &reader{}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := r.open(ctx, folder, with); err != nil {
		return err
	}
	for {
		row, err := r.cases.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return err
		}
		c, err := r.next(row)
		if err == nil {
			err = take(c)
		}
		if err != nil {
			return err
		}
	}
}

// reader reads the tables of a run in parallel. Tables not requested are nil.
type reader struct {
	cases   *Table[caseRow]
	calls   *group[callBrief]
	answers *group[answerRow]
	scores  *group[scoreRow]
	figures *group[figureRow]
	changes *group[changeBrief]
	edits   *group[partRow]
	diffs   map[string]string // by digest
	hunks   map[string]string // by digest
}

func (r *reader) open(ctx context.Context, folder string, with With) (err error) {
	if r.cases, err = Open[caseRow](folder, "cases"); err != nil {
		return err
	}
	if with.Calls {
		r.calls, err = openGroup(folder, "calls", func(c *callBrief) (string, string) { return c.Suite, c.Case })
		if err != nil {
			return err
		}
	}
	if with.Answers {
		r.answers, err = openGroup(folder, "calls", func(a *answerRow) (string, string) { return a.Suite, a.Case })
		if err != nil {
			return err
		}
	}
	if with.Scores {
		r.scores, err = openGroup(folder, "scores", func(s *scoreRow) (string, string) { return s.Suite, s.Case })
		if err != nil {
			return err
		}
		if err := r.openFigures(folder); err != nil {
			return err
		}
	}
	r.changes, err = openGroup(folder, "changes", func(c *changeBrief) (string, string) { return c.Suite, c.Case })
	if err != nil {
		return err
	}
	if r.diffs, err = readTexts(ctx, folder, "changes", with.Diffs,
		func(row *changeDigest) string { return row.Diff }); err != nil {
		return err
	}
	if !with.Edits {
		return nil
	}
	r.edits, err = openGroup(folder, "parts", func(p *partRow) (string, string) { return p.Suite, p.Case })
	if errors.Is(err, fs.ErrNotExist) { // an older version wrote the run
		return nil
	}
	if err != nil {
		return err
	}
	r.hunks, err = readTexts(ctx, folder, "parts", mostHunks, func(row *partDigest) string { return row.Hunks })
	return err
}

// openFigures opens the table of figures; runs of older versions have none.
func (r *reader) openFigures(folder string) (err error) {
	r.figures, err = openGroup(folder, "figures", func(f *figureRow) (string, string) { return f.Suite, f.Case })
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (r *reader) close() error {
	var errs []error
	if r.cases != nil {
		errs = append(errs, r.cases.Close())
	}
	return errors.Join(append(errs, r.calls.close(), r.answers.close(), r.scores.close(), r.figures.close(),
		r.changes.close(), r.edits.close())...)
}

// next builds a case from its row and those of the other tables.
func (r *reader) next(row *caseRow) (*Case, error) {
	c := row.newCase()
	var errs []error
	if r.calls != nil {
		var steps []trace.Step
		asked := map[string]bool{}
		errs = append(errs, r.calls.each(row.Suite, row.Case, func(b *callBrief) {
			asked[b.Path] = true
			steps = append(steps, b.step())
		}))
		c.Trace = row.trace(steps, asked)
	}
	errs = append(errs, r.answers.each(row.Suite, row.Case, func(a *answerRow) {
		c.Answers = append(c.Answers, a.answer())
	}))
	errs = append(errs, r.scores.each(row.Suite, row.Case, func(s *scoreRow) {
		c.Scores = append(c.Scores, s.score())
	}))
	errs = append(errs, r.figures.each(row.Suite, row.Case, func(f *figureRow) {
		c.Figures = append(c.Figures, f.figure())
	}))
	errs = append(errs, r.changes.each(row.Suite, row.Case, func(change *changeBrief) {
		diff, ok := r.diffs[change.Diff]
		if !ok {
			c.Undiffed++
		}
		c.Changes = append(c.Changes, change.change(diff))
	}))
	var damaged []error
	err := r.edits.each(row.Suite, row.Case, func(p *partRow) {
		part, err := p.part(r.hunks[p.Hunks])
		c.Edits, damaged = append(c.Edits, part), append(damaged, err)
	})
	errs = append(append(errs, err), damaged...)
	return c, errors.Join(errs...)
}

// callBrief holds the columns of a call's row needed for a run's numbers.
type callBrief struct {
	Suite           string  `parquet:"suite,dict"`
	Case            string  `parquet:"case_id,dict"`
	Path            string  `parquet:"path,dict"`
	Stage           string  `parquet:"stage,dict"`
	Try             int32   `parquet:"try"`
	Source          string  `parquet:"source,dict"`
	Match           string  `parquet:"match,dict"`
	Carried         bool    `parquet:"carried"`
	RequestModel    string  `parquet:"gen_ai.request.model,dict"`
	ResponseModel   string  `parquet:"gen_ai.response.model,dict"`
	Missed          bool    `parquet:"missed"`
	InputTokens     *int64  `parquet:"gen_ai.usage.input_tokens"`
	TokensPrompt    int64   `parquet:"tokens_prompt"`
	TokensOutput    int64   `parquet:"tokens_output"`
	TokensEstimated int64   `parquet:"tokens_estimated"`
	EstimatePrompt  int64   `parquet:"estimate_prompt"`
	EstimateOutput  int64   `parquet:"estimate_output"`
	Duration        *int64  `parquet:"duration_ns"`
	Failure         *string `parquet:"error.type,dict"`
	FailureDetail   *string `parquet:"error_detail"`
	prefixRow
}

func (c *callBrief) step() trace.Step {
	call := &trace.Call{
		Path: c.Path, Stage: c.Stage, Missed: c.Missed,
		Request: pipeline.Request{Model: c.RequestModel},
		Origin: pipeline.Origin{
			Source: pipeline.Source(c.Source), Match: pipeline.Match(c.Match), Carried: c.Carried,
			Model: c.ResponseModel,
		},
		Tokens: trace.Tokens{
			Prompt: int(c.TokensPrompt), Output: int(c.TokensOutput), Estimated: int(c.TokensEstimated),
		},
		Estimates: trace.Estimates{Prompt: int(c.EstimatePrompt), Output: int(c.EstimateOutput)},
		Prefix:    c.prefixRow.prefix(),
	}
	if c.InputTokens != nil {
		call.Response.Usage.Prompt = int(*c.InputTokens)
	}
	if c.Duration != nil {
		call.Response.Duration = time.Duration(*c.Duration)
	}
	if c.Failure != nil {
		call.Failure = &pipeline.Failure{Reason: pipeline.Reason(*c.Failure)}
		if c.FailureDetail != nil && *c.FailureDetail != "" {
			call.Failure.Err = errors.New(*c.FailureDetail)
		}
	}
	entry := pipeline.Entry{Kind: pipeline.EntryCall, Path: c.Path, Stage: c.Stage, Try: int(c.Try)}
	return trace.Step{Entry: entry, Call: call}
}

// group reads the rows of one case at a time. A nil one has none.
type group[T any] struct {
	*Table[T]
	of   func(*T) (suite, id string)
	held *T // read, but not passed on yet
}

func openGroup[T any](folder, name string, of func(*T) (suite, id string)) (*group[T], error) {
	t, err := Open[T](folder, name)
	if err != nil {
		return nil, err
	}
	return &group[T]{Table: t, of: of}, nil
}

// each passes on the rows of a case, which are the next ones if it has any.
func (g *group[T]) each(suite, id string, take func(*T)) error {
	for g != nil {
		if g.held == nil {
			row, err := g.Next()
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
	return nil
}

func (g *group[T]) close() error {
	if g == nil {
		return nil
	}
	return g.Close()
}
