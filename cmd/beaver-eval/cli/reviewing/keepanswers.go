package reviewing

import (
	"context"
	"errors"

	"github.com/beaver-eval/beaver-eval/fixtures/lockfile"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// acceptKeeping accepts whole calls and keeps their stale answers. What a call sends now only a run knows, so the cases
// with recordings run, offline. Prompts whose answers could not be kept are not accepted.
func (a *app) acceptKeeping(ctx context.Context, p *project.Project, loaded []*project.Suite, cases []string,
	o options) ([]review.Accepted, error) {
	err := errors.Join(review.FindReviewed(ctx, loaded, cases), project.FindStages(loaded, o.stages))
	if err != nil {
		return nil, err
	}
	keep, err := a.keeping(ctx, p, loaded, o)
	if err != nil {
		return nil, err
	}
	type key struct{ suite, id string }
	failed := map[key]bool{}
	kept, err := a.rerun(ctx, loaded, cases, &review.Taking{DryRun: o.dryRun, Keep: keep}, func(r *result.Result) {
		if len(r.Errors) > 0 {
			failed[key{r.Suite, r.Case}] = true
		}
	})
	if ctx.Err() != nil || lockfile.FindHeld(err) != nil { // nor would it get further
		return kept, err
	}
	accepted, err2 := review.Accept(ctx, loaded, a.Systems, review.Choice{
		Cases: cases, Stages: o.stages, Conflicted: o.conflicted,
		Except: func(suite, id string) bool { return failed[key{suite, id}] },
	}, o.dryRun)
	return withKept(accepted, kept), errors.Join(err, err2)
}

// withKept says of what was accepted how many answers were kept with it, and adds the cases of which nothing else was
// accepted.
func withKept(accepted, kept []review.Accepted) []review.Accepted {
	first := map[[2]string]int{}
	for i, c := range accepted {
		if _, seen := first[[2]string{c.Suite, c.Case}]; !seen && c.Forms == 0 {
			first[[2]string{c.Suite, c.Case}] = i
		}
	}
	for _, k := range kept {
		if i, is := first[[2]string{k.Suite, k.Case}]; is {
			accepted[i].Kept = k.Kept
		} else {
			accepted = append(accepted, k)
		}
	}
	return accepted
}
