package cli

import (
	"errors"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

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
