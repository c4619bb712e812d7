package reviewing

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/suites/project"
)

func (a *app) newPrune() *cobra.Command {
	var dryRun bool
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Remove goldens of cases that are gone",
		Long: `prune removes the goldens, request bodies (forms) and pending files whose case or suite is gone: those that no
suite claims. It looks at all suites, and takes no filter: a part of the project says nothing of the rest. With an error
in a suite or in a case nothing is removed. Cases and recordings stay, since nothing can make them again.

` + exit.Help,
		Example: `  beaver-eval prune --dry-run
  beaver-eval prune`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.prune(cmd.Context(), dryRun) },
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say what would be removed, and write nothing")
	return cmd
}

func (a *app) prune(ctx context.Context, dryRun bool) error {
	p, err := a.Project()
	if err != nil {
		return err
	}
	loaded, err := project.Load(ctx, p, a.Systems, nil)
	if err != nil {
		return err
	}
	removed, err := a.removeOrphans(ctx, p, loaded, "prune", dryRun)
	if removed == 0 && err == nil {
		fmt.Fprintln(a.Stdout, "nothing to remove: every golden has its case")
	}
	return err
}
