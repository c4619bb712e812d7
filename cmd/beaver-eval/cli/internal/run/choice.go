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
	last    *stored.Failures // of which only these run; nil: of none
	nothing string           // why no case runs, if that is no mistake; empty: some do
}

// choose determines which cases run, as far as the filters say, and the failures of earlier runs.
func (a *app) choose(p *project.Project, o runOptions) (choice, error) {
	c := choice{filter: o.Filter, cases: o.Choice()}
	if err := console.CheckCases(o.names); err != nil {
		return c, err
	}
	c.filter.Cases, c.cases.Names = o.names, o.names
	kept := c.filter.Failed // the run whose failures the last run repeated; empty: none
	if !o.failed && kept == "" {
		return c, nil
	}
	last, err := stored.LastFailures(p.OnDisk(p.Reports), cmp.Or(kept, stored.LatestFile))
	if err != nil && !o.failed {
		return c, fmt.Errorf("the cases that failed in run %s: %w\nname the cases to run", kept, err)
	}
	if err != nil {
		return c, fmt.Errorf("--failed: %w", err)
	}
	c.filter.Failed, c.last, c.cases.Only = last.Run.Name, last, map[filter.CaseName]bool{}
	for name := range last.Cases {
		c.cases.Only[name] = true
	}
	return c, nil
}

// find looks for the chosen cases in the suites.
func (a *app) find(ctx context.Context, c *choice, loaded []*project.Suite, o runOptions) error {
	var gone []string
	if c.last != nil {
		var err error
		if gone, err = c.only(ctx, loaded); err != nil {
			return err
		}
	}
	found, err := project.FindCases(ctx, loaded, c.cases)
	if err != nil || c.last == nil {
		return err
	}
	switch none := found.Chosen() == 0 && len(gone) == 0; {
	case none && (o.Filters.Whole() && len(o.names) == 0 || len(c.last.Cases) == 0):
		c.nothing = fmt.Sprintf("no case failed when it last ran; the last run is %s", c.last.Run)
	case none:
		c.nothing = fmt.Sprintf("no case that the filters choose failed when it last ran; the last run is %s",
			c.last.Run)
	case found.Chosen() == 0:
		return fmt.Errorf("--failed: no suite has the cases that failed any more: %s\n"+
			"`beaver-eval run` runs all cases", wording.Some(gone, maxNamed))
	case len(gone) > 0:
		fmt.Fprintf(a.Stderr, "beaver-eval: no suite has these cases any more, which failed when they last ran: %s\n",
			wording.Some(gone, maxNamed))
	}
	return nil
}

// only keeps the cases that failed. It returns the names of chosen cases of the last run that no suite has any more;
// those gone before that run are not reported again.
func (c *choice) only(ctx context.Context, loaded []*project.Suite) ([]string, error) {
	seen := map[filter.CaseName]bool{}
	for _, s := range loaded {
		err := s.SeeCases(ctx, func(h fixtures.Head) {
			if name := (filter.CaseName{Suite: s.Name, ID: h.ID}); c.last.Cases[name] != nil {
				seen[name] = true
			}
		})
		if err != nil {
			return nil, err
		}
	}
	c.cases.Only = seen
	var gone []string
	for name, run := range c.last.Cases {
		chosen := filter.Matches(c.filter.Suites, name.Suite) && c.cases.Named(name.Suite, name.ID)
		if run == c.last.Run && !seen[name] && chosen {
			gone = append(gone, name.Suite+"/"+name.ID)
		}
	}
	slices.Sort(gone)
	return gone, nil
}

// maxNamed is how many cases are named one by one.
const maxNamed = 5
