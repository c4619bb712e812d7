package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// carryOut carries out the decisions, acceptances first, and returns how many cases are left under review.
func (a *app) carryOut(ctx context.Context, found *reviewed, decisions []Decision) (left int, err error) {
	var errs []error
	for _, what := range []Decision{Accept, Reject} {
		if slices.Contains(decisions, what) {
			errs = append(errs, a.carryOutOne(ctx, found, decisions, what))
		}
	}
	if slices.Contains(decisions, Accept) {
		a.AddGitLines(ctx, found.loaded[0].Project(), "review", a.InCI())
	}
	errs = append(errs, pending.Each(ctx, found.loaded, found.cases, func(pending.Case) { left++ }))
	if left > 0 {
		fmt.Fprintf(a.Stdout, "left under review: changes of %s\n", wording.Number(left, "case"))
	}
	return left, errors.Join(errs...)
}

// carryOutOne accepts or rejects, in one pass over the edits and one over the cases taken as a whole.
func (a *app) carryOutOne(ctx context.Context, found *reviewed, decisions []Decision,
	what Decision) error {
	var ids []string
	var whole []decidable
	for i, g := range found.groups {
		switch {
		case decisions[i] != what:
		case g.edit != nil:
			ids = append(ids, g.edit.ID)
		default:
			whole = append(whole, g)
		}
	}
	reject := what == Reject
	edits, err1 := a.takeGroups(ctx, found, ids, reject)
	cases, err2 := a.takeWhole(ctx, found, whole, reject)
	a.printTaken(edits.And(cases), options{}, what.String()+"ed")
	err := errors.Join(err1, err2)
	if err == nil && edits.Cases+cases.Cases == 0 { // taken or dropped by another command meanwhile
		err = &console.Error{Code: console.Gate,
			Err: fmt.Errorf("nothing was %sed: what was under review is gone; "+
				"run again", what)}
	}
	return err
}

// takeGroups accepts or rejects groups of edits.
func (a *app) takeGroups(ctx context.Context, found *reviewed, ids []string, reject bool) (review.Tally, error) {
	if len(ids) == 0 {
		return review.Tally{}, nil
	}
	progress := a.NewProgress(found.edited, "taking changes", false)
	defer progress.Close()
	taking := &review.Taking{Reject: reject, Take: edit.Choose(found.edits, ids...), Except: among(found.groups),
		Build: console.Build()}
	taken, err := a.rerun(ctx, found.loaded, found.cases, taking, func(*result.Result) { progress.Step() })
	return taken.Accepted, ended(taken.Refused, err)
}

// takeWhole accepts or rejects cases as a whole.
func (a *app) takeWhole(ctx context.Context, found *reviewed, groups []decidable, reject bool) (taken review.Tally,
	err error) {
	if len(groups) == 0 {
		return taken, nil
	}
	chosen := among(groups)
	if reject {
		rejected, err := pending.Reject(ctx, found.loaded[0].Project(), pending.Dropping{Only: chosen})
		return review.TallyOf(rejected), err
	}
	in, err := pending.Choose(ctx, found.loaded, slices.Sorted(maps.Keys(a.Systems)), pending.Choice{Only: chosen,
		Instead: &goldens.Run{}})
	if err != nil {
		return taken, err
	}
	taking := &review.Taking{Whole: true, Chosen: &in.Chosen, Build: console.Build()}
	done, err := a.rerun(ctx, found.loaded, nil, taking, func(*result.Result) {})
	return done.Accepted, ended(done.Refused, err)
}

// among returns a function that reports whether groups hold a case as a whole.
func among(groups []decidable) func(suite, id string) bool {
	cases := map[[2]string]bool{}
	for _, g := range groups {
		for _, c := range g.cases {
			cases[[2]string{c.Suite, c.Case}] = true
		}
	}
	return func(suite, id string) bool { return cases[[2]string{suite, id}] }
}
