package cli

import (
	"github.com/spf13/cobra"
)

func (a *app) newReport() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "report",
		Short: "Show or export what an earlier run came to",
		Long: `report reads the folder of a run below reports. RUN is its name, a folder, or latest (default).

` + exitCodes,
		Example: `  beaver-eval report show
  beaver-eval report show latest --stage router --verdict failed`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.newReportExport())
	return cmd
}
