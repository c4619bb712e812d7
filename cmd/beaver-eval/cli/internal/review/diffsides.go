package review

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/fixtures"
	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/changes"
	"github.com/beaver-eval/beaver-eval/suites/filter"
	"github.com/beaver-eval/beaver-eval/suites/git"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

// sideComparison compares the requests of cases with both sides of the merge conflicts in their goldens.
type sideComparison struct {
	suites   map[string]*project.Suite
	staged   func(stage int, file string) []byte
	found    *changes.Changes
	sections *filter.Globs
	marked   int // goldens whose sides git does not know
	errs     []error
}

// compareSides compares the current requests of cases, named as in a run, with both sides of their goldens. A golden
// does not know the sources of its texts, so the cases run. One whose conflict is resolved by now is left out.
func (a *app) compareSides(ctx context.Context, p *project.Project, cases map[filter.CaseName]bool,
	found *changes.Changes, sections *filter.Globs) error {
	of := map[string]bool{}
	for c := range cases {
		of[c.Suite] = true
	}
	loaded, err := project.Load(ctx, p, a.Systems, slices.Sorted(maps.Keys(of)))
	if err != nil {
		return err
	}
	c := &sideComparison{suites: map[string]*project.Suite{}, found: found, sections: sections}
	only := map[filter.CaseName]bool{}
	for _, s := range loaded {
		c.suites[s.Name] = s
		err := s.SeeCases(ctx, func(h fixtures.Head) {
			if name := (filter.CaseName{Suite: s.Name, ID: h.ID}); cases[name] {
				only[name] = true
			}
		})
		if err != nil {
			return err
		}
	}
	var end func()
	c.staged, end = stagesOf(ctx, p.Dir)
	defer end()
	err = runner.Run(ctx, loaded, a.Systems, runner.Options{Cases: filter.Cases{Only: only}}, c.add)
	if err != nil {
		err = console.Fault(err)
	}
	if c.marked > 0 {
		fmt.Fprintf(a.Stderr, "beaver-eval: git has no stages of %s: ours and theirs are taken from the "+
			"conflict markers\n",
			wording.Number(c.marked, "golden"))
	}
	return errors.Join(append(c.errs, err)...)
}

// add compares one more case.
func (c *sideComparison) add(r *result.Result) error {
	c.errs = append(c.errs, r.Errors...)
	if r.Trace == nil {
		return nil
	}
	sides, err := review.SidesOf(c.suites[r.Suite], r.Case, c.staged)
	if sides == nil || err != nil {
		c.errs = append(c.errs, err)
		return nil
	}
	if c.errs = append(c.errs, sides.Errs...); sides.Marked {
		c.marked++
	}
	if c.found.Sides == nil {
		for _, side := range sides.Both {
			c.found.Sides = append(c.found.Sides, changes.Side{Name: side.Name, Label: side.Label,
				Changes: &changes.Changes{Choice: c.found.Choice, Counts: c.found.Counts}})
		}
	}
	for i := range sides.Both {
		parts := sides.Both[i].Edits(r.Trace, r.Known)
		for j := range parts {
			c.sections.See(parts[j].Section)
		}
		c.found.Sides[i].AddEdits(r.Suite, r.Case, parts)
	}
	return nil
}

// stagesOf returns a function that reads files from git's index at a stage; none without git, or without a conflict.
func stagesOf(ctx context.Context, dir string) (staged func(stage int, file string) []byte, end func()) {
	git, err := git.OpenReader(ctx, dir)
	if err != nil {
		return func(int, string) []byte { return nil }, func() {}
	}
	staged = func(stage int, file string) []byte {
		text, _ := git.Read(":"+strconv.Itoa(stage), file) // the markers are the fallback
		return text
	}
	return staged, func() { git.Close() }
}
