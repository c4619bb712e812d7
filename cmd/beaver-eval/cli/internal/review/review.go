package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

func (a *app) newReview() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "review [CASE...] [-- COMMAND]",
		Short: "Review changed prompts on a terminal, group by group",
		Long: `review shows the changes that the last run kept next to the goldens, one group for each cause, with the ids of diff and
accept --cause, in the order of reach; then the new prompts, the missing ones and the forms, which have no cause. One
key decides a group: a accepts it, r rejects it, s skips it; A, R and S do so for all open groups. n and p go to other
groups, l lists them, d shows the whole calls behind one, / searches, e opens its file in $VISUAL or $EDITOR, u takes
the last decision back, and ? names all keys.

Nothing is written while you decide. At the end, at q or at Ctrl-C, the decisions so far are carried out, as accept
--cause and reject --cause would. What was skipped or not decided stays under review. The cases with changes run for
that, offline: once to find the groups, once to accept and once to reject.

review needs a terminal. Without one: diff, accept --cause ID and reject --cause ID.

Exit code 1: something is left under review.

` + console.ExitHelp,
		Example: `  beaver-eval review
  beaver-eval review 'support/refund-*'      # the changes of these cases only
  beaver-eval review --from ../prompts       # made by run --prompts ../prompts`,
		RunE: func(cmd *cobra.Command, args []string) error {
			cases, command, err := console.CutCommand(args, cmd.ArgsLenAtDash())
			o.command = command
			err = errors.Join(err, console.CheckCases(cases), console.CheckGlobs("--suite", o.suites))
			if err != nil {
				return fmt.Errorf("review: %w", err)
			}
			return a.review(cmd.Context(), cases, o)
		},
	}
	cmd.Flags().StringSliceVar(&o.suites, "suite", nil, "only suites whose name matches this `glob`")
	cmd.Flags().StringArrayVar(&o.from, "from", nil,
		"the `folder` of templates that run --prompts was given (may be repeated)")
	cmd.Flags().Var(console.Once(&o.requests), "requests", requestsUsage)
	return cmd
}

func (a *app) review(ctx context.Context, cases []string, o options) error {
	in, out, not := a.Dialog()
	if not != "" {
		return errors.New("review: " + not + "; `beaver-eval diff` lists the changes too, and " +
			"`beaver-eval accept --cause ID` and `beaver-eval reject --cause ID` take them")
	}
	w, err := a.load(ctx, cases, o)
	if err != nil {
		return err
	}
	found, err := a.findReviewed(ctx, w, cases, o)
	if err != nil {
		return err
	}
	if len(found.groups) == 0 {
		_, err := fmt.Fprintln(a.Stdout, "nothing to review: no changes wait (run first)")
		return err
	}
	calls := NewSentCases(ctx, w.suites, a.Systems, a.Exchange)
	d := NewDialog(found.shown(calls, a.opener(ctx, found)), a.Colours(a.Stdout.W), a.Screen.People)
	err = RunWindow(ctx, d, in, out)
	calls.Stop()
	if d.Interrupted || ctx.Err() != nil {
		err = context.Canceled
	} else if err != nil {
		err = console.Fault(fmt.Errorf("the terminal: %w", err))
	}
	// Decisions are carried out however the review ended; a second signal ends the program.
	left, failed := a.carryOut(context.WithoutCancel(ctx), found, d.Decisions())
	switch {
	case errors.Is(err, context.Canceled):
		if failed != nil {
			fmt.Fprintf(a.Stderr, "beaver-eval: %v\n", failed)
		}
		return err
	case err != nil || failed != nil:
		return errors.Join(err, failed)
	case left > 0:
		return &console.Error{Code: console.Gate}
	}
	return nil
}
