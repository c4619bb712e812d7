package review

import (
	"context"

	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// keeping returns the option to keep answers. All suites are checked for shared recordings, not only the chosen ones.
func (a *app) keeping(ctx context.Context, p *project.Project, loaded []*project.Suite, o options) (*review.Keeping,
	error) {
	all := loaded
	if len(o.suites) > 0 {
		var err error
		if all, err = project.Load(ctx, p, a.Systems, nil); err != nil {
			return nil, err
		}
	}
	sharing, err := review.SharingOf(ctx, all)
	return &review.Keeping{Stages: o.stages, Sharing: sharing}, err
}
