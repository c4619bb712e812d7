package run

import (
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// leftOut holds the suites whose program only its own tests run.
type leftOut struct {
	suites  []*project.Suite
	goldens []stored.NotDriven // the same, with their goldens
}

// leaveDriven leaves out the suites whose program only its own tests run, and says how each is run. Their goldens are
// not compared, so the verdict names them.
func (a *app) leaveDriven(p *project.Project, loaded []*project.Suite, o runOptions, ci bool) (
	runs []*project.Suite, left leftOut, err error) {
	if o.command != nil || o.lines != nil || o.requests != "" { // the source of requests is known
		return loaded, left, nil
	}
	for _, s := range loaded {
		if !s.Driven() || s.Tests() != nil && !o.live() && !(ci && s.DrivenElsewhere()) {
			runs = append(runs, s)
			continue
		}
		accepted, _, err := p.Store().Names(s.Name)
		if err != nil {
			return nil, left, err
		}
		left.suites = append(left.suites, s)
		left.goldens = append(left.goldens, stored.NotDriven{Suite: s.Name, Goldens: len(accepted),
			Elsewhere: s.DrivenElsewhere()})
	}
	for _, s := range left.suites {
		how := howDriven(s, o)
		if len(runs) == 0 && len(o.Suites) > 0 { // it was requested
			return nil, left, errors.New(how)
		}
		fmt.Fprintf(a.Stderr, "beaver-eval: not run: %s\n", how)
	}
	return runs, left, nil
}

// howDriven says why a suite is left out, and how it is run.
func howDriven(s *project.Suite, o runOptions) string {
	switch {
	case s.Tests() != nil && o.live():
		return fmt.Sprintf("the suite %s is run by its program's own tests, which no server answers", s.Name)
	case s.Tests() != nil:
		return fmt.Sprintf("the suite %s says ci: elsewhere: another job runs it, by `beaver-eval run --suite %s "+
			"-- COMMAND`", s.Name, console.Quoted(s.Name))
	}
	return fmt.Sprintf("the suite %s has no command: run it by its program's own tests, as in "+
		"`beaver-eval run --suite %s -- npm test`, or from a log of its requests: --requests FILE", s.Name,
		console.Quoted(s.Name))
}
