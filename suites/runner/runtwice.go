package runner

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// TwiceReport is the outcome of running cases twice.
type TwiceReport struct {
	Cases  int          `json:"cases"`
	Found  []Difference `json:"found"`
	Errors []string     `json:"errors,omitempty"` // of unfinished cases
}

// TwiceOptions say which cases run.
type TwiceOptions struct {
	Cases   filter.Cases
	Workers int // concurrent cases; 0: one for each processor
	Systems []string
}

// outcome is the outcome of one case; nil: it was not chosen.
type outcome struct {
	found []Difference
	err   error
}

// RunTwice runs the cases of suites whose system is an application. done is called after each case. ErrNothing says
// that there is no such suite.
func RunTwice(ctx context.Context, suites []*project.Suite, o TwiceOptions, done func()) (*TwiceReport, error) {
	r, any := &TwiceReport{Found: []Difference{}}, false
	for _, s := range suites {
		if !s.IsApplication() {
			continue
		}
		any = true
		work := func(ctx context.Context) func(fixtures.Source) *outcome {
			return func(src fixtures.Source) *outcome { return renderTwice(ctx, s, src, o) }
		}
		err := fixtures.SideBySide(ctx, s.Sources(), o.Workers, work, func(out *outcome) error {
			done()
			if out == nil {
				return nil
			}
			r.add(out)
			return s.OfBlock(out.err)
		})
		if err != nil {
			return nil, err
		}
	}
	if !any {
		return nil, ErrNothing
	}
	return r, nil
}

func (r *TwiceReport) add(out *outcome) {
	r.Cases++
	r.Found = append(r.Found, out.found...)
	if out.err != nil {
		r.Errors = append(r.Errors, out.err.Error())
	}
}

func renderTwice(ctx context.Context, s *project.Suite, src fixtures.Source, o TwiceOptions) *outcome {
	head, err := src.Head()
	if err != nil {
		return &outcome{err: err}
	}
	if !o.Cases.Has(s.Name, head.ID, head.Tags) {
		return nil
	}
	p, err := Prepare(s, src, o.Systems, nil)
	if err != nil {
		return &outcome{err: err}
	}
	found, err := Case(ctx, s, p)
	if err != nil {
		err = fmt.Errorf("%s/%s: %w", s.Name, p.ID(), err)
	}
	return &outcome{found, err}
}
