package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// driving is a suite with what drives it.
type driving struct {
	suite *project.Suite
	by    console.Driver
	alone bool // no other suite of the run can be driven
}

// drives returns the suites of the run that something else drives.
func (a *app) drives(ctx context.Context, j *job, o runOptions) ([]driving, error) {
	switch {
	case o.lines != nil:
		return []driving{{j.suites[0], o.lines, true}}, nil
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

// watched chooses the cases that tests have now and had not before, in a later round of a watch: such a round chooses
// among the known cases.
func (j *job) watched(s *project.Suite, before map[string]bool, ids []string) {
	if j.choice.cases.Only == nil {
		return
	}
	for _, id := range ids {
		if !before[id] {
			j.choice.cases.Only[filter.CaseName{Suite: s.Name, ID: id}] = true
		}
	}
}

// drivenPlay lets the tests of applications drive them, and plays the cases of the job.
func (a *app) drivenPlay(ctx context.Context, j *job, o runOptions, started time.Time) error {
	all, err := a.drives(ctx, j, o)
	if err != nil {
		return err
	}
	var failures []error
	for _, d := range all {
		before, err := d.suite.IDs(ctx)
		if err != nil {
			return err
		}
		ids, failed, err := a.Drive(ctx, d.suite, d.by, a.judge(j, o))
		if o.lines != nil {
			ctx = context.WithoutCancel(ctx) // an interrupted session is judged by what has ended
		}
		if err == nil && o.partial {
			err = j.part(ctx, ids)
		}
		if o.onlyPart {
			j.lost = nil
		}
		if err != nil {
			return err
		}
		if o.watch {
			j.watched(d.suite, before, ids)
		}
		failures = append(failures, failed)
		suite := d.suite.Name
		if d.alone {
			suite = ""
		}
		if o.lines == nil { // whose client knows of its tests
			j.gates.tests = append(j.gates.tests, a.ofTests(suite, failed))
		}
	}
	if o.lines != nil && len(j.choice.cases.Only) == 0 {
		fmt.Fprintln(a.Stderr, "beaver-eval: no case: no test asked a model")
		return nil
	}
	if o.accept {
		if err := a.acceptShown(ctx, j, started); err != nil {
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
