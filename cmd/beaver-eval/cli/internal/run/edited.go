package run

import (
	"context"
	"slices"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// findEdited finds the edited words that no case of a whole run reaches. Without git, or a commit, there are none.
func (a *app) findEdited(ctx context.Context, p *playing) {
	if !p.o.Whole() || !p.choice.cases.All() || p.wrong != nil || p.asking != nil {
		return
	}
	seen := p.told.Seen
	given := func(system string) bool {
		return slices.ContainsFunc(p.suites, func(s *project.Suite) bool { return s.System == system && s.TakesPrompts() })
	}
	edited, err := a.Edited(ctx, p.project, "HEAD", given, seen.Tally().Covered())
	if err == nil {
		seen.Edited.Looked, seen.Edited.Unreached = true, edited
	}
}
