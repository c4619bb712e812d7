package comparison

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/trace"
)

// Side is one of the runs that are compared.
type Side struct {
	Run
	live   bool // it asked a model
	until  *stored.Until
	folder string // of a stored run; empty: a file
	cases  func(ctx context.Context, take func(*rows.Case) error) error
	names  func(ctx context.Context, take func(caseName)) error // of all cases, in the same order
}

// Same reports whether both are one stored run.
func (s *Side) Same(other *Side) bool { return s.folder != "" && s.folder == other.folder }

// until returns what stopped two runs; nil: they did not run together.
func until(a, b *Side) *Until {
	if a.until == nil || b.until == nil || a.until.With != b.Run.Run || b.until.With != a.Run.Run {
		return nil
	}
	return &Until{Seed: a.until.Seed, Cases: a.until.Cases, Of: a.until.Of}
}

// OfRun returns a stored run.
func OfRun(run *stored.Run) *Side {
	models := slices.DeleteFunc(slices.Clone(run.Models), func(m stored.Model) bool { return m.Judge })
	s := &Side{Run: Run{Run: run.Name, Models: models}, live: run.Answers != nil, folder: run.Folder(),
		until: run.Until}
	if run.Answers != nil {
		s.Model = run.Answers.Model
	}
	s.cases = func(ctx context.Context, take func(*rows.Case) error) error {
		return run.Cases(ctx, rows.With{Calls: true, Scores: true, Answers: true}, take)
	}
	s.names = func(ctx context.Context, take func(caseName)) error { return readNames(ctx, run.Folder(), take) }
	return s
}

// readNames passes on the names of the cases of a run.
func readNames(ctx context.Context, folder string, take func(caseName)) (err error) {
	table, err := rows.Open[nameRow](folder, "cases")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, table.Close()) }()
	for {
		row, err := table.Next()
		if err = cmp.Or(err, ctx.Err()); row == nil || err != nil {
			return err
		}
		take(caseName{row.Suite, row.Case})
	}
}

type nameRow struct {
	Suite string `parquet:"suite"`
	Case  string `parquet:"case_id"`
}

// OfFile returns the cases that `report export --format json` has written to a file. It holds neither scores nor calls.
func OfFile(file string) *Side {
	s := &Side{Run: Run{Run: file}}
	s.cases = func(ctx context.Context, take func(*rows.Case) error) error { return readFile(ctx, file, take) }
	s.names = func(ctx context.Context, take func(caseName)) error {
		return readFile(ctx, file, func(c *rows.Case) error {
			take(caseName{c.Suite, c.Case})
			return nil
		})
	}
	return s
}

// exportedCase has the columns of a case that a comparison needs.
type exportedCase struct {
	Suite        *string  `json:"suite"`
	Case         *string  `json:"case_id"`
	Group        string   `json:"group"`
	Sample       int      `json:"sample"`
	Quarantine   string   `json:"quarantine"`
	Status       *string  `json:"status"`
	Tags         []string `json:"tags"`
	Failures     []string `json:"failures"`
	Errors       []string `json:"errors"`
	TokensPrompt int64    `json:"tokens_prompt"`
	TokensOutput int64    `json:"tokens_output"`
	Fallbacks    []struct {
		Path  string `json:"path"`
		Stage string `json:"stage"`
	} `json:"fallbacks"`
}

// readFile passes on the cases of a file, one after the other.
func readFile(ctx context.Context, file string, take func(*rows.Case) error) (err error) {
	f, err := disk.Open(file)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	const want = "want the table cases of a run: `beaver-eval report export --format json --output FILE`"
	d := json.NewDecoder(f)
	if t, err := d.Token(); err != nil || t != json.Delim('[') {
		return fmt.Errorf("%s: it is no list: %s", file, want)
	}
	for n := 1; d.More(); n++ {
		var read exportedCase
		if err := d.Decode(&read); err != nil {
			return fmt.Errorf("%s: case %d: %w", file, n, err)
		}
		if read.Suite == nil || read.Case == nil || read.Status == nil {
			return fmt.Errorf("%s: case %d has no suite, case_id or status: %s", file, n, want)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := take(read.rowsCase()); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return fmt.Errorf("%s: %w", file, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: there is more after its list: %s", file, want)
	}
	return nil
}

func (e *exportedCase) rowsCase() *rows.Case {
	res := &result.Result{Suite: *e.Suite, Case: *e.Case, Sample: e.Sample, Group: e.Group,
		Quarantine: e.Quarantine, Status: result.Status(*e.Status),
		Tags: e.Tags, Failures: e.Failures, Trace: &trace.Trace{}}
	for _, text := range e.Errors {
		res.Errors = append(res.Errors, errors.New(text))
	}
	for _, f := range e.Fallbacks {
		res.Trace.Steps = append(res.Trace.Steps, trace.Step{Entry: pipeline.Entry{Kind: pipeline.EntryFallback,
			Path: f.Path, Stage: f.Stage, Fallback: &pipeline.Fallback{Stage: f.Stage}}})
	}
	return &rows.Case{Result: res, Sums: rows.Sums{TokensPrompt: e.TokensPrompt, TokensOutput: e.TokensOutput}}
}
