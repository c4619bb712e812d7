package run

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/reports/overview"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

// findEdited finds the edited words that no case of a whole run reaches. Without git there are none.
func (a *app) findEdited(ctx context.Context, j *job, o runOptions, seen *overview.Overview) {
	if !o.Whole() || !j.choice.cases.All() || j.wrong != nil || j.asking != nil || o.shard != nil {
		return
	}
	given := func(system string) bool {
		return slices.ContainsFunc(j.suites, func(s *project.Suite) bool {
			return s.System == system && s.TakesPrompts()
		})
	}
	edited, err := a.Edited(ctx, j.project, "HEAD", given, seen.Tally().Covered())
	if err == nil {
		seen.Edited.Looked, seen.Edited.Unreached = true, edited
	}
}
