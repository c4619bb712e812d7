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
	a.CheckOnly(p, choice)
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

// CheckOnly lets a project check only the chosen cases when it is loaded, but not in CI, which looks at everything.
func (a *App) CheckOnly(p *project.Project, chosen filter.Cases) {
	if !a.InCI() {
		p.Chosen = chosen
	}
}
