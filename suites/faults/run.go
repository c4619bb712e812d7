package faults

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// Options say which cases break.
type Options struct {
	Cases   filter.Cases
	Workers int                          // concurrent cases; 0: one for each processor
	Matrix  func(*project.Suite) *Matrix // what breaks in a suite
	Kept    *Kept                        // cells of earlier commands; nil: there are none
}

// CaseCells are the cells of one case.
type CaseCells struct {
	Suite   string
	Case    string
	Cells   []result.Cell
	Details []*Detail // of a single selected cell
	Kept    bool      // an earlier command has made them
	Skipped bool      // the system does not support the case
	Err     string    // why the case cannot run even without a fault; empty: it can
}

// Run breaks the cases of the suites, many concurrently, and passes their cells to sink in the order of suites and
// cases. told is called after each case. It stops when ctx ends, or at sink's first error.
func Run(
	ctx context.Context, suites []*project.Suite, systems []string, o Options, told func(), sink func(CaseCells) error,
) error {
	for _, s := range suites {
		matrix := o.Matrix(s)
		worker := func(ctx context.Context) func(fixtures.Source) *CaseCells {
			return func(src fixtures.Source) *CaseCells { return breakCase(ctx, s, src, systems, o, matrix) }
		}
		err := fixtures.SideBySide(ctx, s.Sources(), o.Workers, worker, func(c *CaseCells) error {
			told()
			if c == nil {
				return nil
			}
			return sink(*c)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// breakCase breaks one case; it returns nil when a filter leaves it out.
func breakCase(
	ctx context.Context, s *project.Suite, src fixtures.Source, systems []string, o Options, m *Matrix,
) *CaseCells {
	if !o.Cases.All() {
		if c, err := src.Head(); err == nil && !o.Cases.Has(s.Name, c.ID, c.Tags) {
			return nil
		}
	}
	all := &CaseCells{Suite: s.Name, Case: src.File}
	p, err := runner.Prepare(s, src, systems, m.Exchange)
	if err == nil {
		all.Case = p.ID()
		all.Cells, all.Details, all.Kept, err = o.Kept.cells(ctx, m, s, p)
	}
	if err != nil {
		if _, all.Skipped = errors.AsType[*pipeline.Unsupported](err); !all.Skipped {
			all.Err = OneLine(err)
		}
	}
	mask := s.Masker().Secrets()
	all.Case, all.Err = mask.Text(all.Case), mask.Text(all.Err)
	result.MaskCells(s.Masker(), all.Cells)
	for _, d := range all.Details {
		d.Suite, d.Case = s.Name, all.Case
		d.mask(s.Masker())
	}
	return all
}
