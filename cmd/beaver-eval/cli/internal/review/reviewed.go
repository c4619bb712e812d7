package review

import (
	"context"
	"maps"
	"slices"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// reviewed holds the changes under review.
type reviewed struct {
	loaded []*project.Suite
	cases  []string // globs; none: all

	edits  []edit.Group
	behind map[string][]behind // the first parts of calls with edits of a group, by its full id
	edited int                 // number of cases with such edits
	groups []decidable
}

// decidable is the unit of a decision: an edit, or all cases taken as a whole for one reason.
type decidable struct {
	edit  *edit.Group // nil: cases
	whole pending.Whole
	cases []pending.Case
	calls int
}

// behind is a part of a call.
type behind struct {
	edit.Ref
	part edit.Part
	file string // of the case
	line int
}

// mostBehind is how many parts of a group are kept, to show its calls.
const mostBehind = 500

// findReviewed finds the changes under review, and whether they can be taken: the cases with changes run for that.
func (a *app) findReviewed(ctx context.Context, w *work, cases []string, o options) (*reviewed, error) {
	chosen, err := pending.Choose(ctx, w.suites, slices.Sorted(maps.Keys(a.Systems)), pending.Choice{Cases: cases,
		Instead: a.instead(o)})
	if err == nil {
		err = needs(chosen, "review", cases, o)
	}
	if err != nil {
		return nil, err
	}
	found := &reviewed{loaded: w.suites, cases: cases, behind: map[string][]behind{}}
	wholes := map[pending.Whole]*decidable{}
	fresh := 0
	err = pending.Each(ctx, w.suites, cases, func(w pending.Case) {
		switch w.Whole {
		case "":
			found.edited++
			return
		case pending.New:
			fresh++
		}
		of := wholes[w.Whole]
		if of == nil {
			of = &decidable{whole: w.Whole}
			wholes[w.Whole] = of
		}
		of.calls += w.Calls
		of.cases = append(of.cases, w)
	})
	if err != nil {
		return nil, err
	}
	if err := a.findEdits(ctx, found, found.edited+fresh); err != nil {
		return nil, err
	}
	for i := range found.edits {
		found.groups = append(found.groups, decidable{edit: &found.edits[i]})
	}
	for _, whole := range []pending.Whole{pending.New, pending.Missing, pending.Forms} {
		if of := wholes[whole]; of != nil {
			found.groups = append(found.groups, *of)
		}
	}
	return found, nil
}

// findEdits runs the cases with changed prompts; changed is their number.
func (a *app) findEdits(ctx context.Context, found *reviewed, changed int) error {
	if changed == 0 {
		return nil
	}
	progress := a.NewProgress(changed, "looking for changes", false)
	defer progress.Close()
	var groups edit.Groups
	taken, err := a.rerun(ctx, found.loaded, found.cases, &review.Taking{Build: console.Build()},
		func(r *result.Result) {
			progress.Step()
			groups.Add(r.Suite, r.Case, r.Edits)
			for _, p := range r.Edits {
				if of := found.behind[p.GroupID]; len(of) < mostBehind {
					at := edit.Ref{Suite: r.Suite, Case: r.Case, Path: p.Path}
					found.behind[p.GroupID] = append(of, behind{at, p, r.File, r.Line})
				}
			}
		})
	found.edits = groups.List()
	return ended(taken.Refused, err)
}
