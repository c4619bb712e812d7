package review

import (
	"context"

	"github.com/beaver-eval/beaver-eval/reports/rows"
	"github.com/beaver-eval/beaver-eval/reports/stored"
	"github.com/beaver-eval/beaver-eval/suites/coverage"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// warnEdited warns of words of templates that differ from a revision and that no case of a run reaches. A run of some
// cases, or of an older version, says nothing about that; neither does a folder without git.
func (a *app) warnEdited(ctx context.Context, p *project.Project, run, revision string) {
	of, err := stored.Open(p.OnDisk(p.Reports), run)
	if err != nil || of.Filter == nil || !of.Filter.Whole() || of.Interrupted {
		return
	}
	all := coverage.NewTally()
	err = rows.ReadCoverage(ctx, of.Folder(), func(_ string, c coverage.Count) { all.Count(c) })
	if err != nil {
		return
	}
	if edited, err := a.Edited(ctx, p, revision, nil, all.Counts()); err == nil {
		a.SayEdited(edited)
	}
}
