package review

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/suites/project"
)

// removeGone removes leftovers of removed cases.
func (a *app) removeGone(ctx context.Context, dryRun bool) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	loaded, err := project.Load(ctx, p, a.Systems, nil)
	if err != nil {
		return err
	}
	removed, err := a.removeOrphans(ctx, p, loaded, "accept", dryRun)
	if removed == 0 && err == nil {
		fmt.Fprintln(a.Stdout, "nothing to remove: every golden has its case")
	}
	return err
}
