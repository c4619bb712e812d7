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
		Short: "Make changed prompts the new goldens",
		Long: `accept makes the changes that a run kept next to the goldens the new goldens. It first runs their cases again,
offline: a case that sends anything other than what that run showed is refused ("changed since you looked: run again",
exit code 1), and the others are accepted all the same. Prompts that are not accepted keep their old text, and the next
run reports them again.

--all accepts what the newest run showed, and says how many changes wait from earlier runs; --pending accepts those too.
--suite, --stage or the name of a CASE (ids or globs, also suite/id; * matches the slashes in an id) accepts all changes
that wait, whichever run showed them. --all by itself also removes goldens, request bodies (forms) and pending files
that no suite claims; --gone removes these and accepts nothing. It looks at all suites, and removes nothing if a suite
or a case has an error. Cases and recordings stay, since nothing can make them again.

What run -- COMMAND showed is accepted with -- COMMAND, which runs it again, and what run --requests FILE showed with
--requests FILE.

--keep-answers keeps the recorded answers of the accepted calls, although they answer the old prompts (stale). Use it
when there is no model at hand to record them again. Their recordings then hold the new prompts, and carried_from names
the request that the model really saw; every run counts them as carried. It also works for prompts that were accepted
before.

A golden that git could not merge is replaced by everything that the run sends now. --conflicted replaces every such
golden and no other; --all and the name of its case do so too. Resolve templates and cases first, and run again.

--cause and --section accept single edits of calls: the golden gets the words of the edit and keeps its others, and the
rest stays under review; the request bodies (forms) of these cases are written anew.

--rewrite writes accepted goldens, of the CASEs or all, in the newest version of their format, whose files are smaller.
No prompt changes, nothing runs, and nothing under review is accepted. Without it a golden keeps its version.

` + console.ExitHelp,
		Example: `  beaver-eval accept --all                   # what the newest run showed
  beaver-eval accept --all --pending         # and what earlier runs showed
  beaver-eval accept refund-two-turns
  beaver-eval accept 'support/refund-*'
  beaver-eval accept --stage router          # the router's prompts in every case
  beaver-eval accept --cause 3f2a --dry-run  # what accepting one edit, wherever it reaches, would change
  beaver-eval accept --all --from ../prompts # made by run --prompts ../prompts
  beaver-eval accept --all --suite my-app -- npm test  # made by run --suite my-app -- npm test
  beaver-eval accept --all --keep-answers    # keep the recorded answers, marked as carried
  beaver-eval accept --conflicted            # after a merge: every golden that holds a conflict
  beaver-eval accept --gone --dry-run        # goldens of cases that are gone: what would be removed
  beaver-eval accept --rewrite --dry-run     # what the newest version of the format would save`,
		RunE: func(cmd *cobra.Command, args []string) error {
			cases, command, err := console.CutCommand(args, cmd.ArgsLenAtDash())
			o.command = command
			if err = errors.Join(err, o.check(cases)); err != nil {
				return fmt.Errorf("accept: %w", err)
			}
			switch {
			case o.gone:
				return a.removeGone(cmd.Context(), o.dryRun)
			case o.rewrite:
				return a.rewrite(cmd.Context(), cases, o)
			}
			return a.accept(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "take")
	cmd.Flags().BoolVar(&o.pending, "pending", false, "with --all: also accept what only earlier runs showed")
	cmd.Flags().BoolVar(&o.gone, "gone", false, "remove the goldens of cases that are gone, and accept nothing")
	cmd.Flags().BoolVar(&o.keepAnswers, "keep-answers", false,
		"keep the answers of accepted calls that were recorded for their old prompts")
	cmd.Flags().BoolVar(&o.conflicted, "conflicted", false, "only goldens that hold a merge conflict, all of them")
	cmd.Flags().BoolVar(&o.rewrite, "rewrite", false,
		"write goldens in the newest version of their format, and accept nothing")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"all", "pending", "suite", "conflicted", "gone",
			"rewrite"}},
		chooseEdits(),
		console.Group{Title: "Answers", Flags: []string{"requests", "from", "keep-answers"}},
		console.Group{Title: "Output", Flags: []string{"dry-run"}},
	)
	return cmd
}

func (a *app) accept(ctx context.Context, cases []string, o options) error {
	w, err := a.load(ctx, cases, o)
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
	if err2 == nil && o.all && len(o.suites)+len(o.stages) == 0 && !o.dryRun { // else the same error would remove none
		removed, err2 = a.removeOrphans(ctx, w.project, w.suites, "accept", false)
	}
	a.printTaken(taken.Accepted, o, "accepted")
	a.printResolved(taken.Accepted.Resolved, w.project, o)
	if taken.Accepted.Cases+removed > 0 && !o.dryRun {
		a.AddGitLines(ctx, w.project, "accept", a.InCI())
	}
	err = errors.Join(err, err2, needs(chosen, "accept", cases, o))
	if err == nil && taken.Accepted.Cases+len(taken.Refused)+removed == 0 {
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
		text = "nothing to accept: the newest run left no changes"
	}
	if o.keepAnswers {
		text += ", and no answer to keep is stale"
	}
	return text
}
