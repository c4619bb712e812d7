package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
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
	if o.command != nil || o.proxy != nil || o.requests != "" { // the source of requests is known
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

// driving is a suite with what drives it.
type driving struct {
	suite *project.Suite
	by    console.Driver
	alone bool // no other suite of the run can be driven
}

// drives returns the suites of the run that something else drives.
func (a *app) drives(ctx context.Context, j *job, o runOptions) ([]driving, error) {
	switch {
	case o.proxy != nil:
		return []driving{{j.suites[0], o.proxy.drive, true}}, nil
	case o.command != nil:
		s, err := console.ToDrive(j.suites, o.live())
		return []driving{{s, a.Command(o.command, ""), true}}, err
	case o.requests != "":
		return nil, nil
	}
	var all []driving
	for _, s := range j.suites {
		if s.Tests() == nil {
			continue
		}
		wanted, err := j.wants(ctx, s)
		if err != nil {
			return nil, err
		}
		if wanted {
			all = append(all, driving{s, a.Command(s.Tests(), j.project.Dir), false})
		}
	}
	return all, nil
}

// wants reports whether a case of the suite is chosen. Without a choice, tests may have cases that nobody knows yet.
func (j *job) wants(ctx context.Context, s *project.Suite) (bool, error) {
	if j.choice.cases.All() {
		return true, nil
	}
	found := false
	err := s.SeeCases(ctx, func(h fixtures.Head) {
		found = found || j.choice.cases.Has(s.Name, h.ID, h.Tags)
	})
	return found, err
}

// drivenPlay lets the tests of applications drive them, and plays the cases of the job.
func (a *app) drivenPlay(ctx context.Context, j *job, o runOptions, started time.Time) error {
	all, err := a.drives(ctx, j, o)
	if err != nil {
		return err
	}
	var failures []error
	for _, d := range all {
		ids, failed, err := a.Drive(ctx, d.suite, d.by, a.judge(j, o))
		if err == nil && o.partial {
			err = j.part(ctx, ids)
		}
		if err != nil {
			return err
		}
		failures = append(failures, failed)
		suite := d.suite.Name
		if d.alone {
			suite = ""
		}
		if o.proxy == nil { // whose client knows of its tests
			j.gates.tests = append(j.gates.tests, a.ofTests(suite, failed))
		}
	}
	if o.proxy != nil {
		ctx = context.WithoutCancel(ctx) // an interrupted session is judged by what has ended
		if len(j.choice.cases.Only) == 0 {
			fmt.Fprintln(a.Stderr, "beaver-eval: no case: no test asked a model")
			return nil
		}
	}
	if o.proxy != nil && o.proxy.accept {
		if err := o.proxy.acceptAll(ctx, j, started); err != nil {
			return err
		}
	}
	failed := errors.Join(failures...)
	err = a.play(ctx, j, o, started)
	if failed != nil && console.ExitCode(err) == console.Gate { // the verdict includes it; its message is repeated
		return &console.Error{Code: console.Gate, Err: failed}
	}
	return errors.Join(err, failed)
}
