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
	calls   *ByCase[callBrief]
	answers *ByCase[answerRow]
	scores  *ByCase[scoreRow]
	figures *ByCase[figureRow]
	changes *ByCase[changeBrief]
	edits   *ByCase[partRow]
	diffs   map[string]string // by digest
	hunks   map[string]string // by digest
}

func (r *reader) open(ctx context.Context, folder string, with With) (err error) {
	if r.cases, err = Open[caseRow](folder, "cases"); err != nil {
		return err
	}
	if with.Calls {
		r.calls, err = OpenByCase(folder, "calls", func(c *callBrief) Of { return Of{c.Suite, c.Case, c.Sample} })
		if err != nil {
			return err
		}
	}
	if with.Answers {
		r.answers, err = OpenByCase(folder, "calls", func(a *answerRow) Of { return Of{a.Suite, a.Case, a.Sample} })
		if err != nil {
			return err
		}
	}
	if with.Scores {
		r.scores, err = OpenByCase(folder, "scores", func(s *scoreRow) Of { return Of{s.Suite, s.Case, s.Sample} })
		if err != nil {
			return err
		}
		if err := r.openFigures(folder); err != nil {
			return err
		}
	}
	r.changes, err = OpenByCase(folder, "changes", func(c *changeBrief) Of { return Of{c.Suite, c.Case, c.Sample} })
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
	r.edits, err = OpenByCase(folder, "parts", func(p *partRow) Of { return Of{p.Suite, p.Case, p.Sample} })
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
	r.figures, err = OpenByCase(folder, "figures", func(f *figureRow) Of { return Of{f.Suite, f.Case, f.Sample} })
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
	return errors.Join(append(errs, r.calls.Close(), r.answers.Close(), r.scores.Close(), r.figures.Close(),
		r.changes.Close(), r.edits.Close())...)
}

// next builds a case from its row and those of the other tables.
func (r *reader) next(row *caseRow) (*Case, error) {
	c, which := row.newCase(), Of{row.Suite, row.Case, row.Sample}
	var errs []error
	if r.calls != nil {
		var steps []trace.Step
		asked := map[string]bool{}
		errs = append(errs, r.calls.Each(which, func(b *callBrief) {
			asked[b.Path] = true
			steps = append(steps, b.step())
		}))
		c.Trace = row.trace(steps, asked)
	}
	errs = append(errs, r.answers.Each(which, func(a *answerRow) {
		c.Answers = append(c.Answers, a.answer())
	}))
	errs = append(errs, r.scores.Each(which, func(s *scoreRow) {
		c.Scores = append(c.Scores, s.score())
	}))
	errs = append(errs, r.figures.Each(which, func(f *figureRow) {
		c.Figures = append(c.Figures, f.figure())
	}))
	errs = append(errs, r.changes.Each(which, func(change *changeBrief) {
		diff, ok := r.diffs[change.Diff]
		if !ok {
			c.Undiffed++
		}
		c.Changes = append(c.Changes, change.change(diff))
	}))
	var damaged []error
	err := r.edits.Each(which, func(p *partRow) {
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
	Sample          int32   `parquet:"sample"`
	Path            string  `parquet:"path,dict"`
	Stage           string  `parquet:"stage,dict"`
	Try             int32   `parquet:"try"`
	Depth           int32   `parquet:"depth"`
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
	entry := pipeline.Entry{
		Kind: pipeline.EntryCall, Path: c.Path, Stage: c.Stage, Try: int(c.Try), Depth: int(c.Depth),
	}
	return trace.Step{Entry: entry, Call: call}
}

// Of says to which sample of which case a row belongs.
type Of struct {
	Suite  string `parquet:"suite,dict"`
	Case   string `parquet:"case_id,dict"`
	Sample int32  `parquet:"sample"`
}

// ByCase is a Parquet file of a run that is read case by case, a sample at a time: all tables have the same order of
// cases, so each one's rows are asked for in that order, none left out. A nil one has no rows.
type ByCase[T any] struct {
	*Table[T]
	of   func(*T) Of
	held *T // read, but not passed on yet
}

// OpenByCase opens NAME.parquet of a run's folder; key says which case a row belongs to.
func OpenByCase[T any](folder, name string, key func(*T) Of) (*ByCase[T], error) {
	t, err := Open[T](folder, name)
	if err != nil {
		return nil, err
	}
	return &ByCase[T]{Table: t, of: key}, nil
}

// Each passes on the rows of a case, which are the next ones if it has any.
func (g *ByCase[T]) Each(which Of, take func(*T)) error {
	for g != nil {
		if g.held == nil {
			row, err := g.Next()
			if row == nil || err != nil {
				return err
			}
			g.held = row
		}
		if g.of(g.held) != which {
			return nil
		}
		take(g.held)
		g.held = nil
	}
	return nil
}

// Close closes the file.
func (g *ByCase[T]) Close() error {
	if g == nil {
		return nil
	}
	return g.Table.Close()
}
