package review

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/suites/pending"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

func (a *app) newReject() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "reject [CASE...] [-- COMMAND]",
		Short: "Drop changed prompts that are under review",
		Long: `reject drops changes that runs kept next to the goldens: those of all cases, of some (ids or globs, also suite/id), of
some calls, or single edits of calls (--cause, --section). The goldens stay as they are; the next run shows the changes
again unless their cause is gone. The other changes stay under review.

--all, --suite and the name of a CASE run nothing, whatever has changed since: they delete pending files, also those
that cannot be read. For --stage, --cause and --section the cases with changes run again, offline.

` + console.ExitHelp,
		Example: `  beaver-eval reject --all
  beaver-eval reject refund-two-turns
  beaver-eval reject --cause 3f2a            # one edit, wherever it reaches
  beaver-eval reject --section 'Output*' --dry-run`,
		RunE: func(cmd *cobra.Command, args []string) error {
			cases, command, err := console.CutCommand(args, cmd.ArgsLenAtDash())
			o.command = command
			if err = errors.Join(err, o.check(cases)); err != nil {
				return fmt.Errorf("reject: %w", err)
			}
			return a.reject(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "drop")
	console.Groups(cmd,
		console.Group{Title: "Choose cases", Flags: []string{"all", "suite"}},
		chooseEdits(),
		console.Group{Title: "Answers", Flags: []string{"requests", "from"}},
		console.Group{Title: "Output", Flags: []string{"dry-run"}},
	)
	return cmd
}

func (a *app) reject(ctx context.Context, cases []string, o options) error {
	if o.byEdit() || len(o.stages) > 0 {
		return a.rejectEdits(ctx, cases, o)
	}
	p, err := a.Project()
	if err != nil {
		return err
	}
	rejected, err := pending.Reject(ctx, p, pending.Dropping{Suites: o.suites, Cases: cases, DryRun: o.dryRun})
	a.printTaken(review.TallyOf(rejected), o, "rejected")
	if err == nil && len(rejected) == 0 {
		return errors.New("nothing to reject: no pending changes match")
	}
	return err
}

// rejectEdits drops single edits, or some calls: the cases run again for that.
func (a *app) rejectEdits(ctx context.Context, cases []string, o options) error {
	w, err := a.load(ctx, cases, o)
	if err != nil {
		return err
	}
	chosen, err := a.choose(ctx, w, cases, o)
	if chosen == nil {
		return err
	}
	return errors.Join(err, w.failed, a.takeEdits(ctx, w, chosen, cases, o, "reject"))
}
