package faults

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// AppOptions say which cases break.
type AppOptions struct {
	Cases   filter.Cases
	Workers int // concurrent cases; 0: one for each processor
	Systems []string
	Matrix  func(*project.Suite) *AppMatrix // what breaks in a suite
}

// AppCaseCells are the cells of one case.
type AppCaseCells struct {
	Suite   string
	Case    string
	Cells   []AppCell
	Unfit   []AppUnfit
	Skipped bool  // the system does not support the case
	Err     error // why the case cannot run even without a fault; nil: it can
}

// RunApp breaks the cases of the suites, many concurrently but the cells of a case one after the other, and passes them
// to sink in the order of suites and cases. It stops when ctx ends, when a suite's block lets no case run, or at sink's
// first error.
func RunApp(
	ctx context.Context, suites []*project.Suite, o AppOptions, sink func(*AppCaseCells) error,
) error {
	for _, s := range suites {
		m := o.Matrix(s)
		worker := func(ctx context.Context) func(fixtures.Source) *AppCaseCells {
			return func(src fixtures.Source) *AppCaseCells { return one(ctx, s, src, m, o) }
		}
		err := fixtures.SideBySide(ctx, s.Sources(), o.Workers, worker, func(c *AppCaseCells) error {
			if c == nil {
				return nil
			}
			if bad := s.OfBlock(c.Err); bad != nil {
				return bad
			}
			return sink(c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// one breaks one case; it returns nil when a filter leaves it out.
func one(ctx context.Context, s *project.Suite, src fixtures.Source, m *AppMatrix, o AppOptions) *AppCaseCells {
	if !o.Cases.All() {
		if c, err := src.Head(); err == nil && !o.Cases.Has(s.Name, c.ID, c.Tags) {
			return nil
		}
	}
	all := &AppCaseCells{Suite: s.Name, Case: src.File}
	p, err := runner.Prepare(s, src, o.Systems, nil)
	if err == nil {
		all.Case = p.ID()
		all.Cells, all.Unfit, err = m.Cells(ctx, s, p)
	}
	if _, all.Skipped = errors.AsType[*pipeline.Unsupported](err); !all.Skipped {
		all.Err = err
	}
	all.Case = s.Masker().Secrets().Text(all.Case)
	return all
}
