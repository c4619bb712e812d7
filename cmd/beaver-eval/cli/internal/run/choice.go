package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// choice is the selection of cases to run.
type choice struct {
	filter  stored.Filter // as stored with the run
	cases   filter.Cases
	nothing string // why no case runs, if that is no mistake; empty: some do
}

// choose determines which cases of the suites run.
func (a *app) choose(ctx context.Context, p *project.Project, loaded []*project.Suite, o runOptions) (choice, error) {
	c := choice{filter: o.Filter, cases: o.Choice()}
	if err := console.CheckCases(o.names); err != nil {
		return c, err
	}
	c.filter.Cases, c.cases.Names = o.names, o.names
	kept := c.filter.Failed // the run whose failures the last run repeated; empty: none
	if !o.failed && kept == "" {
		_, err := project.FindCases(ctx, loaded, c.cases)
		return c, err
	}
	last, err := stored.LastFailures(p.OnDisk(p.Reports), cmp.Or(kept, stored.LatestFile))
	if err != nil && !o.failed {
		return c, fmt.Errorf("the cases that failed in run %s: %w\nname the cases to run", kept, err)
	}
	if err != nil {
		return c, fmt.Errorf("--failed: %w", err)
	}
	c.filter.Failed = last.Run.Name
	gone, err := c.only(ctx, last, loaded)
	if err != nil {
		return c, err
	}
	found, err := project.FindCases(ctx, loaded, c.cases)
	if err != nil {
		return c, err
	}
	switch none := found.Chosen() == 0 && len(gone) == 0; {
	case none && (o.Filters.Whole() && len(o.names) == 0 || len(last.Cases) == 0):
		c.nothing = fmt.Sprintf("no case failed when it last ran; the last run is %s", last.Run)
	case none:
		c.nothing = fmt.Sprintf("no case that the filters choose failed when it last ran; the last run is %s",
			last.Run)
	case found.Chosen() == 0:
		return c, fmt.Errorf("--failed: no suite has the cases that failed any more: %s\n"+
			"`beaver-eval run` runs all cases", wording.Some(gone, maxNamed))
	case len(gone) > 0:
		fmt.Fprintf(a.Stderr, "beaver-eval: no suite has these cases any more, which failed when they last ran: %s\n",
			wording.Some(gone, maxNamed))
	}
	return c, nil
}

// only keeps the cases that failed. It returns the names of chosen cases of the last run that no suite has any more;
// those gone before that run are not reported again.
func (c *choice) only(ctx context.Context, last *stored.Failures, loaded []*project.Suite) ([]string, error) {
	c.cases.Only = map[filter.CaseName]bool{}
	seen := map[filter.CaseName]bool{}
	for _, s := range loaded {
		err := s.SeeCases(ctx, func(h fixtures.Head) {
			if name := (filter.CaseName{Suite: s.Name, ID: h.ID}); last.Cases[name] != nil {
				seen[name], c.cases.Only[name] = true, true
			}
		})
		if err != nil {
			return nil, err
		}
	}
	var gone []string
	for name, run := range last.Cases {
		chosen := filter.Matches(c.filter.Suites, name.Suite) && c.cases.Named(name.Suite, name.ID)
		if run == last.Run && !seen[name] && chosen {
			gone = append(gone, name.Suite+"/"+name.ID)
		}
	}
	slices.Sort(gone)
	return gone, nil
}

// maxNamed is how many cases are named one by one.
const maxNamed = 5
