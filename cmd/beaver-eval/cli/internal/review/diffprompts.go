package review

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// comparePrompts compares the prompts of cases under two sets of templates. Both runs are concurrent and deliver
// results in the same order, so that memory does not grow with the number of cases.
func (a *app) comparePrompts(ctx context.Context, p *project.Project, cases []string,
	o diffOptions) (*changes.Changes, error) {
	var own []string
	if len(o.prompts) == 2 {
		own = o.prompts[:1]
	}
	before, err := project.Load(ctx, p, a.Systems, o.suites, own...)
	if err != nil {
		return nil, err
	}
	after, err := project.Load(ctx, p, a.Systems, o.suites, o.prompts[len(own):]...)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(a.SayPrompts(after), project.FindStages(after, o.stages)); err != nil {
		return nil, err
	}
	found := &changes.Changes{Choice: changes.Choice{Stages: o.stages, Sections: o.sections}}
	choice := filter.Cases{Names: cases}
	sections := filter.New(o.sections)
	if _, err := project.FindCases(ctx, after, choice); err != nil {
		return nil, err
	}
	err = a.inPairs(ctx, before, after, choice, func(old, new *result.Result) {
		was, now := review.GoldenOf(old.Trace), review.GoldenOf(new.Trace)
		parts := edit.Compare(was, now, new.Known)
		review.BillEdits(parts, was, now, new.Trace, suiteNamed(after, new.Suite))
		for i := range parts {
			sections.See(parts[i].Section)
		}
		found.AddEdits(new.Suite, new.Case, parts)
	})
	found.List()
	return found, errors.Join(err, sections.Err("no changed section matches --section"))
}

// suiteNamed returns the suite of a name, which is among them.
func suiteNamed(all []*project.Suite, name string) *project.Suite {
	return all[slices.IndexFunc(all, func(s *project.Suite) bool { return s.Name == name })]
}

// inPairs runs the cases of the same suites twice and passes on the two results of each case. It returns the errors of
// cases that could not run.
func (a *app) inPairs(ctx context.Context, before, after []*project.Suite, cases filter.Cases,
	see func(old, new *result.Result)) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	results, failed := make(chan *result.Result), make(chan error, 1)
	options := runner.Options{Cases: cases, Exchange: a.Exchange}
	go func() {
		defer close(results)
		failed <- runner.Run(ctx, before, a.Systems, options, func(r *result.Result) error {
			select {
			case results <- r:
				return nil
			case <-ctx.Done():
				return ctx.Err()
			}
		})
	}()
	var errs []error
	err := runner.Run(ctx, after, a.Systems, options, func(new *result.Result) error {
		old, ok := <-results
		switch {
		case !ok:
			return errors.New("the first run has ended before the second")
		case old.Suite != new.Suite || old.Case != new.Case:
			return fmt.Errorf("%s/%s came beside %s/%s", old.Suite, old.Case, new.Suite, new.Case)
		}
		if errs = append(errs, append(old.Errors, new.Errors...)...); old.Trace != nil && new.Trace != nil {
			see(old, new)
		}
		return nil
	})
	stop()
	if first := <-failed; err != nil && first != nil && !errors.Is(first, context.Canceled) {
		err = first
	}
	if err != nil {
		errs = append(errs, console.Fault(err))
	}
	return errors.Join(errs...)
}
