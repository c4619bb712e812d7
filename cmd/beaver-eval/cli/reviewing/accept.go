package reviewing

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/suites/project"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

func (a *app) newAccept() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "accept [CASE...]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes the changes that the last run kept next to the goldens: of all cases, of some (ids or
globs, also suite/id; * goes over the slashes of an id), or of some calls only. Prompts that are not accepted keep their
old text and are reported again by the next run. Changes whose case, templates or recording have changed since are
refused. With --all alone, goldens, request bodies (forms) and pending files that no suite claims are removed.

--keep-answers keeps the recorded answers of the accepted calls although they are those to the old prompts (stale): for
when there is no model at hand to record them again. Their recordings then hold the prompts as they are now, and name in
carried_from the request that the model has really seen; every run counts them as carried. It works as well for prompts
that were accepted before. The cases with recordings run again for that, offline.

A golden that git could not merge is replaced by all that the run sends now: with --conflicted every such golden and no
other one, with --all and by the name of its case too. Resolve templates and cases first, and run again.

--cause and --section take single edits of calls: the golden gets these words and keeps its others, and what is left
stays under review. The cases with changes run again for that, offline, since a golden does not know where its texts
are from; the request bodies (forms) of their cases are written anew.

` + exit.Help,
		Example: `  beaver-eval accept --all
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --cause 3f2a --dry-run  # one edit, wherever it reaches: what would be taken
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts
  beaver-eval accept --all --keep-answers    # and the recorded answers stay, marked as carried
  beaver-eval accept --conflicted            # after a merge: every golden that holds a conflict`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if err := o.check(cases); err != nil {
				return fmt.Errorf("accept: %w", err)
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "take")
	cmd.Flags().BoolVar(&o.keepAnswers, "keep-answers", false,
		"keep the answers of accepted calls that were recorded for their old prompts")
	cmd.Flags().BoolVar(&o.conflicted, "conflicted", false, "only goldens that hold a merge conflict, all of them")
	return cmd
}

func (a *app) accept(ctx context.Context, cases []string, o options) error {
	p, loaded, err := a.load(ctx, o)
	if err != nil {
		return err
	}
	if o.byEdit() {
		return a.takeEdits(ctx, loaded, cases, o, false)
	}
	nothing := "nothing to accept: no pending changes match (run first)"
	if o.conflicted {
		nothing = "nothing to accept: no golden holds a merge conflict"
	}
	take := a.acceptWhole
	if o.keepAnswers {
		nothing += ", and no answer to keep is stale"
		take = a.acceptKeeping
	}
	accepted, err := take(ctx, p, loaded, cases, o)
	removed := 0
	if o.all && len(o.suites)+len(o.stages) == 0 && !o.dryRun {
		var failed error
		removed, failed = a.removeOrphans(ctx, p, loaded, "accept", false)
		err = errors.Join(err, failed)
	}
	a.printTaken(accepted, o, "accepted")
	a.printResolved(accepted, p, o)
	if len(accepted)+removed > 0 && !o.dryRun {
		a.AddGitLines(ctx, p, "accept", a.InCI(false, false))
	}
	if err == nil && len(accepted) == 0 && removed == 0 {
		return errors.New(nothing)
	}
	return err
}

// acceptWhole accepts whole calls.
func (a *app) acceptWhole(ctx context.Context, _ *project.Project, loaded []*project.Suite, cases []string,
	o options) ([]review.Accepted, error) {
	return review.Accept(ctx, loaded, a.Systems, review.Choice{Cases: cases, Stages: o.stages,
		Conflicted: o.conflicted}, o.dryRun)
}
