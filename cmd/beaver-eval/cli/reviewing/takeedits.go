package reviewing

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// takeEdits accepts or rejects single edits of changes under review. The cases that have some run twice: first to find
// the edits that there are, then to take those that were chosen.
func (a *app) takeEdits(ctx context.Context, loaded []*project.Suite, cases []string, o options,
	reject bool) error {
	if err := errors.Join(review.FindReviewed(ctx, loaded, cases), project.FindStages(loaded, o.stages)); err != nil {
		return err
	}
	taking := &review.Taking{Reject: reject, DryRun: o.dryRun}
	var groups edit.Groups
	sections := filter.New(o.sections)
	if _, err := a.rerun(ctx, loaded, cases, taking, func(r *result.Result) {
		groups.Add(r.Suite, r.Case, r.Edits)
		for _, p := range r.Edits {
			sections.See(p.Section)
		}
	}); err != nil {
		return err
	}
	list := groups.List()
	ids, err := chosen(list, o.causes)
	none := sections.Err("no change under review is in a section that matches --section")
	if err := errors.Join(err, none); err != nil {
		return err
	}
	ofCause := edit.Choose(list, ids...)
	taking.Take = func(p *edit.Part, atom edit.Atom) bool {
		return (len(o.causes) == 0 || ofCause(p, atom)) &&
			filter.Matches(o.sections, p.Section) && filter.MatchesCall(o.stages, p.Stage, p.Path)
	}
	if o.keepAnswers {
		if taking.Keep, err = a.keeping(ctx, loaded[0].Project(), loaded, o); err != nil {
			return err
		}
	}
	taken, err := a.rerun(ctx, loaded, cases, taking, func(*result.Result) {})
	verb, done := "accept", "accepted"
	if reject {
		verb, done = "reject", "rejected"
	}
	a.printTaken(taken, o, done)
	if len(taken) > 0 && !o.dryRun {
		a.AddGitLines(ctx, loaded[0].Project(), verb, a.InCI(false, false))
	}
	if err == nil && len(taken) == 0 {
		return errors.New("no change under review matches (run first; `beaver-eval diff` lists them)")
	}
	return err
}

// rerun runs the cases that have changes under review, shows each result to see, and gives what was taken.
func (a *app) rerun(ctx context.Context, loaded []*project.Suite, cases []string, taking *review.Taking,
	see func(*result.Result)) ([]review.Accepted, error) {
	var taken []review.Accepted
	var errs []error
	run := runner.Options{Cases: filter.Cases{Names: cases}, Compare: true, Taking: taking, Exchange: a.Exchange}
	err := runner.Run(ctx, loaded, a.Systems, run, func(r *result.Result) error {
		errs = append(errs, r.Errors...)
		see(r)
		if r.Taken != nil {
			taken = append(taken, review.Accepted{Suite: r.Suite, Case: r.Case, Taken: *r.Taken})
		}
		return nil
	})
	if err != nil {
		err = exit.Fault(err)
	}
	return taken, errors.Join(append(errs, err)...)
}

// chosen are the ids of the groups that causes name by their first digits.
func chosen(list []edit.Group, causes []string) ([]string, error) {
	var ids []string
	var errs []error
	for _, cause := range causes {
		var fit []string
		for _, g := range list {
			if strings.HasPrefix(g.ID, cause) {
				fit = append(fit, g.ID)
			}
		}
		switch len(fit) {
		case 0:
			errs = append(errs, fmt.Errorf("--cause %s: no change under review has this id; "+
				"`beaver-eval diff` lists them", cause))
		case 1:
			ids = append(ids, fit[0])
		default:
			errs = append(errs, fmt.Errorf("--cause %s: %d changes under review have an id that begins so: %s", cause,
				len(fit), strings.Join(fit, ", ")))
		}
	}
	return ids, errors.Join(errs...)
}
