package review

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// takeEdits accepts or rejects single edits of changes under review, as the verb says. The cases with changes run
// twice: first to find the edits, then to take the chosen ones.
func (a *app) takeEdits(ctx context.Context, w *work, in *pending.Chosen, cases []string, o options,
	verb string) error {
	taking := &review.Taking{Reject: verb == "reject", DryRun: o.dryRun, Chosen: &in.Chosen, Build: console.Build()}
	var groups edit.Groups
	sections := filter.New(o.sections)
	found, err := a.rerun(ctx, w.suites, cases, taking, func(r *result.Result) {
		groups.Add(r.Suite, r.Case, r.Edits)
		for _, p := range r.Edits {
			sections.See(p.Section)
		}
	})
	if err != nil {
		return err
	}
	needed, list := needs(in, verb, cases, o), groups.List()
	ids, err := chosen(list, o.causes)
	none := sections.Err("no change under review is in a section that matches --section")
	if err := errors.Join(err, none); err != nil {
		if needed != nil || len(found.Refused) > 0 { // it may be one of those left out
			err = nil
		}
		return errors.Join(needed, ended(found.Refused, err))
	}
	ofCause := edit.Choose(list, ids...)
	taking.Take = func(p *edit.Part, atom edit.Atom) bool {
		return (len(o.causes) == 0 || ofCause(p, atom)) &&
			filter.Matches(o.sections, p.Section) && filter.MatchesCall(o.stages, p.Stage, p.Path)
	}
	if o.keepAnswers {
		if taking.Keep, err = a.keeping(ctx, w.project, w.suites, o); err != nil {
			return err
		}
	}
	taken, err := a.rerun(ctx, w.suites, cases, taking, func(*result.Result) {})
	a.printTaken(taken.Accepted, o, verb+"ed")
	if taken.Accepted.Cases > 0 && !o.dryRun {
		a.AddGitLines(ctx, w.project, verb, a.InCI())
	}
	if err = errors.Join(err, needed); err == nil && taken.Accepted.Cases+len(taken.Refused) == 0 {
		return errors.New("no change under review matches (run first; `beaver-eval diff` lists them)")
	}
	return ended(taken.Refused, err)
}

// rerun runs the cases with changes under review, passes each result to see, and returns what was taken. Its error
// includes those of the cases.
func (a *app) rerun(ctx context.Context, loaded []*project.Suite, cases []string, taking *review.Taking,
	see func(*result.Result)) (*runner.Taken, error) {
	taken, err := runner.Take(ctx, loaded, a.Systems, cases, taking, a.Exchange, see)
	if err != nil {
		err = console.Fault(err)
	}
	return taken, errors.Join(append(taken.Errors, err)...)
}

// chosen returns the ids of the groups that causes name by their first digits.
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
