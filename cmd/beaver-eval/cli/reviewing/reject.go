package reviewing

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/suites/review"
)

func (a *app) newReject() *cobra.Command {
	var o options
	cmd := &cobra.Command{
		Use:   "reject [CASE...]",
		Short: "Drop changed prompts that are under review",
		Long: `reject drops the changes that the last run kept next to the goldens: of all cases, of some (ids or globs, also
suite/id), of some calls, or single edits of calls (--cause, --section). The goldens stay as they are; the next run
makes the changes again unless their cause is gone. What is left stays under review.

` + exit.Help,
		Example: `  beaver-eval reject --all
  beaver-eval reject refund-two-turns
  beaver-eval reject --cause 3f2a            # one edit, wherever it reaches
  beaver-eval reject --section 'Output*' --dry-run`,
		RunE: func(cmd *cobra.Command, cases []string) error {
			if err := o.check(cases); err != nil {
				return fmt.Errorf("reject: %w", err)
			}
			return a.reject(cmd.Context(), cases, o)
		},
	}
	o.flags(cmd, "drop")
	return cmd
}

func (a *app) reject(ctx context.Context, cases []string, o options) error {
	_, loaded, err := a.load(ctx, o)
	if err != nil {
		return err
	}
	if o.byEdit() || len(o.stages) > 0 {
		return a.takeEdits(ctx, loaded, cases, o, true)
	}
	rejected, err := review.Reject(ctx, loaded, review.Choice{Cases: cases}, o.dryRun)
	a.printTaken(rejected, o, "rejected")
	if err == nil && len(rejected) == 0 {
		return errors.New("nothing to reject: no pending changes match")
	}
	return err
}
