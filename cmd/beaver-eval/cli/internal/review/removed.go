package review

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// removeOrphans removes unclaimed files, or with dryRun would, and prints their number. loaded are all suites of the
// project.
func (a *app) removeOrphans(ctx context.Context, p *project.Project, loaded []*project.Suite, command string,
	dryRun bool) (int, error) {
	removed, err := review.RemoveOrphans(ctx, p, loaded, a.Systems, command, dryRun)
	done, total := "removed", "removed"
	if dryRun {
		done, total = "would be removed", "would be removed (--dry-run: nothing is written)"
	}
	if len(removed) <= review.Listed {
		for _, o := range removed {
			fmt.Fprintf(a.Stdout, "%s: %s, no suite claims it\n", printable.Line(o.File), done)
		}
	}
	if len(removed) > 0 {
		fmt.Fprintf(a.Stdout, "%s that no suite claims %s\n", wording.Number(len(removed), "file"), total)
	}
	return len(removed), err
}
