package cli

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/shell"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// chosen are the suites of a check that runs cases, and how many cases they have. What the flags choose is there.
func (a *app) chosen(ctx context.Context, o shell.Filters) (suites []*project.Suite, cases int, err error) {
	p, err := a.Project()
	if err != nil {
		return nil, 0, err
	}
	if suites, err = project.Load(ctx, p, a.Systems, o.Suites); err != nil {
		return nil, 0, err
	}
	if err := a.CheckPrompts(suites, false); err != nil {
		return nil, 0, err
	}
	_, err = project.FindCases(ctx, suites, o.Choice())
	for _, s := range suites {
		cases += s.Len()
	}
	return suites, cases, errors.Join(err, project.FindStages(suites, o.Stages))
}
