package console

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// Chosen returns the suites of a verb that runs cases without keeping a report, and how many cases they have. It is an
// error if the filters or the choice of cases name something unknown.
func (a *App) Chosen(
	ctx context.Context, o Filters, choice filter.Cases,
) (suites []*project.Suite, cases int, err error) {
	p, err := a.Project()
	if err != nil {
		return nil, 0, err
	}
	if !a.InCI() {
		p.Chosen = choice
	}
	if suites, err = project.Load(ctx, p, a.Systems, o.Suites); err != nil {
		return nil, 0, err
	}
	if err := a.CheckPrompts(suites, false); err != nil {
		return nil, 0, err
	}
	_, err = project.FindCases(ctx, suites, choice)
	for _, s := range suites {
		cases += s.Len()
	}
	return suites, cases, errors.Join(err, project.FindStages(suites, o.Stages))
}
