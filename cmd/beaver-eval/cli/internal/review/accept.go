package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/result"
	"github.com/beaver-eval/beaver-eval/suites/review"
	"github.com/beaver-eval/beaver-eval/suites/runner"
)

func (a *app) newAccept() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "accept [CASE...] [-- COMMAND]",
		Short: "Take changed prompts as the new goldens",
		Long: `accept takes changes that a run has kept next to the goldens, once they are what this program sends now: the
cases concerned run again, offline, and a case that sends anything else than that run has shown is refused ("changed
since you looked: run again", exit code 1). The others are taken all the same. Prompts that are not accepted keep their
old text and are reported again by the next run.

--all takes what the newest run has shown, and says how much waits from earlier ones; --pending takes that too. With
--suite or --stage, and by the name of a CASE (ids or globs, also suite/id; * goes over the slashes of an id), it is all
that waits, whichever run has shown it. With --all alone, goldens, request bodies (forms) and pending files that no
suite claims are removed; --gone removes these and accepts nothing. It looks at all suites, and with an error in a suite or in
a case it removes nothing. Cases and recordings stay, since nothing can make them again.

What run -- COMMAND has shown is accepted with -- COMMAND, which runs it again, and what run --requests FILE has shown
with --requests FILE.

--keep-answers keeps the recorded answers of the accepted calls although they are those to the old prompts (stale): for
when there is no model at hand to record them again. Their recordings then hold the prompts as they are now, and name in
carried_from the request that the model has really seen; every run counts them as carried. It works as well for prompts
that were accepted before.

A golden that git could not merge is replaced by all that the run sends now: with --conflicted every such golden and no
other one, with --all and by the name of its case too. Resolve templates and cases first, and run again.

--cause and --section take single edits of calls: the golden gets these words and keeps its others, and what is left
stays under review; the request bodies (forms) of their cases are written anew.

` + console.ExitHelp,
		Example: `  beaver-eval accept --all                   # what the newest run has shown
  beaver-eval accept --all --pending         # and what earlier ones have
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --cause 3f2a --dry-run  # one edit, wherever it reaches: what would be taken
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts
  beaver-eval accept --all --suite my-app -- npm test  # made by run --suite my-app -- npm test
  beaver-eval accept --all --keep-answers    # and the recorded answers stay, marked as carried
  beaver-eval accept --conflicted            # after a merge: every golden that holds a conflict
  beaver-eval accept --gone --dry-run        # goldens of cases that are gone: what would be removed`,
		RunE: func(cmd *cobra.Command, args []string) error {
			cases, command, err := console.CutCommand(args, cmd.ArgsLenAtDash())
			o.command = command
			if err = errors.Join(err, o.check(cases)); err != nil {
				return fmt.Errorf("accept: %w", err)
			}
			if o.gone {
				return a.removeGone(cmd.Context(), o.dryRun)
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "take")
	cmd.Flags().BoolVar(&o.pending, "pending", false, "with --all: also what only earlier runs have shown")
	cmd.Flags().BoolVar(&o.gone, "gone", false, "remove the goldens of cases that are gone, and accept nothing")
	cmd.Flags().BoolVar(&o.keepAnswers, "keep-answers", false,
		"keep the answers of accepted calls that were recorded for their old prompts")
	cmd.Flags().BoolVar(&o.conflicted, "conflicted", false, "only goldens that hold a merge conflict, all of them")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"all", "pending", "suite", "conflicted", "gone"}},
		chooseEdits(),
		console.Group{Title: "Answers", Flags: []string{"requests", "from", "keep-answers"}},
		console.Group{Title: "Output", Flags: []string{"dry-run"}},
	)
	return cmd
}

func (a *app) accept(ctx context.Context, cases []string, o options) error {
	w, err := a.load(ctx, o)
	if err != nil {
		return err
	}
	chosen, err := a.choose(ctx, w, cases, o)
	if chosen == nil {
		return err
	}
	if o.byEdit() {
		return errors.Join(err, w.failed, a.takeEdits(ctx, w, chosen, cases, o, "accept"))
	}
	taken, err2 := a.acceptWhole(ctx, w, chosen, cases, o)
	removed := 0
	if o.all && len(o.suites)+len(o.stages) == 0 && !o.dryRun {
		var failed error
		removed, failed = a.removeOrphans(ctx, w.project, w.suites, "accept", false)
		err = errors.Join(err, failed)
	}
	a.printTaken(taken.Accepted, o, "accepted")
	a.printResolved(taken.Accepted, w.project, o)
	if len(taken.Accepted)+removed > 0 && !o.dryRun {
		a.AddGitLines(ctx, w.project, "accept", a.InCI())
	}
	err = errors.Join(err, err2, needs(chosen, "accept", cases, o))
	if err == nil && len(taken.Accepted)+len(taken.Refused)+removed == 0 {
		fmt.Fprintln(a.Stdout, nothing(chosen, o))
	}
	a.printEarlier(chosen.Earlier)
	return ended(taken.Refused, errors.Join(err, w.failed))
}

// acceptWhole accepts whole calls of the chosen cases.
func (a *app) acceptWhole(ctx context.Context, w *work, chosen *pending.Chosen, cases []string,
	o options) (*runner.Taken, error) {
	taking := &review.Taking{Whole: true, DryRun: o.dryRun, Chosen: &chosen.Chosen, Cases: cases, Stages: o.stages,
		Build: console.Build()}
	if o.keepAnswers {
		var err error
		if taking.Keep, err = a.keeping(ctx, w.project, w.suites, o); err != nil {
			return &runner.Taken{}, err
		}
	}
	return a.rerun(ctx, w.suites, cases, taking, func(*result.Result) {})
}

// nothing returns the message that there was nothing to accept.
func nothing(chosen *pending.Chosen, o options) string {
	text := "nothing to accept: no pending changes match (run first)"
	switch {
	case o.conflicted:
		text = "nothing to accept: no golden holds a merge conflict"
	case chosen.Earlier.Cases > 0:
		text = "nothing to accept: the newest run has left no changes"
	}
	if o.keepAnswers {
		text += ", and no answer to keep is stale"
	}
	return text
}
