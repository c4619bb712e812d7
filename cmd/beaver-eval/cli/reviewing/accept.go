package reviewing

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/reports/printable"
	"github.com/beaver-eval/beaver-eval/suites/plural"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

func (a *app) newAccept() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "accept [CASE...]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes the changes that the last run kept next to the goldens: of all cases, of some (ids or
globs, also suite/id; * goes over the slashes of an id), or of some calls only. Prompts that are not accepted keep their old text and are reported again
by the next run. Changes whose case, templates or recording have changed since are refused. With --all alone, goldens,
request bodies (forms) and pending files that no suite claims are removed.

--cause and --section take single edits of calls: the golden gets these words and keeps its others, and what is left
stays under review. The cases with changes run again for that, offline, since a golden does not know where its texts
are from; the request bodies (forms) of their cases are written anew.

` + exit.Help,
		Example: `  beaver-eval accept --all
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --cause 3f2a --dry-run  # one edit, wherever it reaches: what would be taken
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if err := o.check(cases); err != nil {
				return fmt.Errorf("accept: %w", err)
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "take")
	return cmd
}

func (a *app) accept(ctx context.Context, cases []string, o options) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	loaded, err := project.Load(ctx, p, a.Systems, o.suites, o.from...)
	if err != nil {
		return err
	}
	if err := a.SayPrompts(loaded); err != nil {
		return err
	}
	if o.byEdit() {
		return a.takeEdits(ctx, loaded, cases, o, false)
	}
	accepted, err := review.Accept(ctx, loaded, a.Systems, cases, o.stages, o.dryRun)
	removed := 0
	if o.all && len(o.suites)+len(o.stages) == 0 && !o.dryRun {
		var failed error
		removed, failed = a.removeOrphans(ctx, p, loaded)
		err = errors.Join(err, failed)
	}
	a.printTaken(accepted, o.done("accepted"))
	if len(accepted)+removed > 0 && !o.dryRun {
		a.AddGitLines(ctx, p, "accept", a.InCI(false, false))
	}
	if err == nil && len(accepted) == 0 && removed == 0 {
		return errors.New("nothing to accept: no pending changes match (run first)")
	}
	return err
}

// removeOrphans takes away what no suite claims, and says how much it was.
func (a *app) removeOrphans(ctx context.Context, p *project.Project, loaded []*project.Suite) (int, error) {
	removed, err := review.RemoveOrphans(ctx, p, loaded, a.Systems)
	if len(removed) <= maxListed {
		for _, o := range removed {
			fmt.Fprintf(a.Stdout, "%s: removed, no suite claims it\n", printable.Line(o.File))
		}
	}
	if len(removed) > 0 {
		fmt.Fprintf(a.Stdout, "%s that no suite claims removed\n", plural.Number(len(removed), "file"))
	}
	return len(removed), err
}
