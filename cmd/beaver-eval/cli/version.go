package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/reports/printable"
)

func (a *app) newVersion() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the program's version",
		Long: "version prints the version of the program, its commit and the commit's day if the build knows\n" +
			"them, the version of Go that built it, and the platform.\n\n" + console.ExitHelp,
		Example: "  beaver-eval version\n  beaver-eval version --format json",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if err := console.OneOf("--format", format, "line", "json"); err != nil {
				return err
			}
			version := console.ReadVersion()
			if format == "json" {
				return printable.WriteJSON(a.Data, version)
			}
			_, err := fmt.Fprintf(a.Stdout, "beaver-eval %s\n", version)
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "line", "line or json")
	return cmd
}
