package review

import (
	"context"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

// rewrite writes goldens in the newest version of their format, and prints what that saves, by suite.
func (a *app) rewrite(ctx context.Context, cases []string, o options) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	suites, err := review.Rewrite(ctx, p, project.PackedSuites(p, a.Systems), cases, o.dryRun)
	var sum review.Rewritten
	for _, s := range suites {
		if s.Files > 0 {
			fmt.Fprintf(a.Stdout, "%s: %s, %s\n", printable.Line(s.Suite), wording.Number(s.Files, "golden"), sizes(s))
		}
		sum.Files, sum.Kept = sum.Files+s.Files, sum.Kept+s.Kept
		sum.Before, sum.After = sum.Before.Plus(s.Before), sum.After.Plus(s.After)
	}
	switch {
	case sum.Files > 0:
		fmt.Fprintf(a.Stdout, "%s %s: %s\n", wording.Number(sum.Files, "golden"), o.done("rewritten"), sizes(sum))
	case err == nil:
		fmt.Fprintf(a.Stdout, "nothing to rewrite: %s in the newest version\n", wording.Number(sum.Kept, "golden"))
	}
	return err
}

// sizes says what the files of goldens shrank to.
func sizes(r review.Rewritten) string {
	return fmt.Sprintf("%d → %d lines, %d → %d bytes", r.Before.Lines, r.After.Lines, r.Before.Bytes, r.After.Bytes)
}
