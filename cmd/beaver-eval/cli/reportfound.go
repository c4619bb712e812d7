package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// openRun opens a run of the project, and says which.
func (a *reportApp) openRun(name string) (*stored.Run, error) {
	p, err := a.Project()
	if err != nil {
		return nil, err
	}
	run, err := stored.Open(p.OnDisk(p.Reports), name)
	if err == nil {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s\n", run)
	}
	return run, err
}

// eachSelected passes on the selected cases of a run, with their selected parts. It is an error if a filter matches
// nothing.
func eachSelected(ctx context.Context, run *stored.Run, selected stored.Selection, with rows.With,
	take func(*rows.Case) error) error {
	found := newFound(selected.Filter)
	err := run.Cases(ctx, with, func(c *rows.Case) error {
		found.see(c)
		if !selected.Apply(c) {
			return nil
		}
		return take(c)
	})
	if err != nil {
		return err
	}
	return found.err()
}

// found collects what a filter finds in a stored run.
type found struct {
	suites, stages *filter.Globs
	cases          *filter.CaseSearch
}

func newFound(f stored.Filter) *found {
	chosen := f.Choice()
	return &found{filter.New(f.Suites), filter.New(f.Stages), chosen.Search()}
}

func (f *found) see(c *rows.Case) {
	f.suites.See(c.Suite)
	f.cases.See(c.Suite, c.Case, c.Tags)
	runner.SeeCalls(f.stages, c.Result)
	if c.Trace != nil && !f.stages.Done() {
		for _, s := range c.Trace.Steps { // decisions and fallbacks without a call, too
			f.stages.See(s.Stage, s.Path)
		}
	}
}

func (f *found) err() error {
	return errors.Join(
		f.suites.Err("no suite of the run matches --suite"),
		f.cases.Err("no case of the run"),
		f.stages.Err("no call of the run matches --stage"),
	)
}
