package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/goldens"
	"github.com/beaver-eval/beaver-eval/goldens/edit"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// baseDiff compares the goldens of a commit with those of the work tree.
type baseDiff struct {
	*baseGoldens
	options  diffOptions
	choice   filter.Cases
	named    *filter.CaseSearch
	sections *filter.Globs
	edited   bool // anything was edited, in any section
	failed   int  // cases that did not finish in a run
	found    *changes.Changes
}

// compareBase compares the goldens of a git revision with those of the work tree.
func (a *app) compareBase(ctx context.Context, p *project.Project, cases []string,
	o diffOptions) (*changes.Changes, error) {
	repository, commit, err := openBaseCommit(ctx, a.App, p, o.base)
	if err != nil {
		return nil, err
	}
	suites, err := project.Load(ctx, p, a.Systems, nil)
	if err != nil {
		return nil, err
	}
	files, err := openBase(ctx, p, repository, commit)
	if err != nil {
		return nil, err
	}
	defer files.objects.Close()
	d := &baseDiff{
		baseGoldens: files, options: o, choice: filter.Cases{Names: cases}, sections: filter.New(o.sections),
		found: &changes.Changes{Choice: changes.Choice{Stages: o.stages, Sections: o.sections}, Base: commit},
	}
	d.named = d.choice.Search()
	if err := errors.Join(d.inSuites(suites), project.FindStages(suites, o.stages)); err != nil {
		return nil, err
	}
	if err := errors.Join(d.run(ctx, a, suites), d.rest(ctx)); err != nil {
		return nil, err
	}
	if d.failed > 0 {
		fmt.Fprintf(a.Stderr, "beaver-eval: %s cannot be run to the end: its changes are grouped by section\n",
			wording.Number(d.failed, "case"))
	}
	d.found.List()
	err = d.named.Err("no case")
	if d.edited {
		err = errors.Join(err, d.sections.Err("no changed section matches --section"))
	}
	return d.found, err
}

// inSuites keeps the files of the suites that match --suite, which may be gone by now.
func (d *baseDiff) inSuites(suites []*project.Suite) error {
	sought := filter.New(d.options.suites)
	for _, s := range suites {
		sought.See(s.Name)
	}
	for of := range d.differ {
		sought.See(of.suite)
	}
	maps.DeleteFunc(d.differ, func(of caseFiles, _ *goldenPair) bool {
		return !filter.Matches(d.options.suites, of.suite)
	})
	return sought.Err("no suite matches --suite")
}

// run compares the goldens of existing cases. The cases run for that, offline: a golden does not know the sources of
// its texts.
func (d *baseDiff) run(ctx context.Context, a *app, suites []*project.Suite) error {
	only := map[filter.CaseName]bool{}
	var concerned []*project.Suite
	for _, s := range suites {
		if !filter.Matches(d.options.suites, s.Name) {
			continue
		}
		before := len(only)
		err := s.SeeCases(ctx, func(c fixtures.Head) {
			d.named.See(s.Name, c.ID, nil)
			if d.differ[caseFiles{s.Name, fixtures.FileName(c.ID)}] == nil {
				return
			}
			if d.choice.Has(s.Name, c.ID, nil) {
				only[filter.CaseName{Suite: s.Name, ID: c.ID}] = true
			} else {
				delete(d.differ, caseFiles{s.Name, fixtures.FileName(c.ID)})
			}
		})
		if err != nil {
			return err
		}
		if len(only) > before {
			concerned = append(concerned, s)
		}
	}
	if len(concerned) == 0 {
		return nil
	}
	var errs []error
	options := runner.Options{Cases: filter.Cases{Only: only}, Exchange: a.Exchange}
	err := runner.Run(ctx, concerned, a.Systems, options, func(r *result.Result) error {
		if len(r.Errors) > 0 {
			d.failed++
		}
		of := caseFiles{r.Suite, fixtures.FileName(r.Case)}
		errs = append(errs, d.compare(of, r, suiteNamed(concerned, r.Suite)))
		return nil
	})
	if err != nil {
		errs = append(errs, console.Fault(err))
	}
	return errors.Join(errs...)
}

// rest compares the goldens whose cases are gone or unreadable.
func (d *baseDiff) rest(ctx context.Context) error {
	var errs []error
	for _, of := range slices.SortedFunc(maps.Keys(d.differ), func(x, y caseFiles) int {
		return strings.Compare(x.suite+"/"+x.name, y.suite+"/"+y.name)
	}) {
		errs = append(errs, d.compare(of, &result.Result{}, &project.Suite{}), ctx.Err())
	}
	return errors.Join(errs...)
}

// compare adds the differences in the files of a case, once; ran is its result. Without an id in ran, the golden's is
// used. The suite has the prices; one that is gone has none.
func (d *baseDiff) compare(of caseFiles, ran *result.Result, suite *project.Suite) error {
	pair, id := d.differ[of], ran.Case
	if pair == nil {
		return nil
	}
	delete(d.differ, of)
	old, new, err := d.load(pair)
	if err != nil {
		return err
	}
	if id == "" {
		id = idOf(of, old, new)
		if d.named.See(of.suite, id, nil); !d.choice.Has(of.suite, id, nil) {
			return nil
		}
	}
	r := &result.Result{Suite: of.suite, Case: id, Forms: make([]result.FormChange, pair.forms)}
	switch {
	case old != nil && new != nil:
		r.Edits = edit.Compare(old, review.Sourced(new, ran.Trace), ran.Known)
		review.BillEdits(r.Edits, old, new, ran.Trace, suite)
	case old != nil:
		r.Changes = callsAre(result.Missing, old)
	case new != nil:
		r.Changes = callsAre(result.New, new)
	}
	for _, p := range r.Edits {
		d.edited = true
		d.sections.See(p.Section)
	}
	d.found.Add(&rows.Case{Result: r})
	return nil
}

// idOf returns the case's id from its golden; that of a lone form is not known.
func idOf(of caseFiles, old, new *goldens.File) string {
	for _, f := range []*goldens.File{new, old} {
		if f != nil {
			return f.Case
		}
	}
	return of.name
}

func callsAre(status result.PromptStatus, f *goldens.File) []result.Change {
	var all []result.Change
	for _, c := range f.Calls {
		all = append(all, result.Change{Status: status, Path: c.Path, Stage: c.Stage})
	}
	return all
}
