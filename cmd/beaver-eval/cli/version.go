package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

func (a *app) newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the program's version",
		Long: "version prints the version of the program, of the Go that built it, and of the platform.\n\n" +
			console.ExitHelp,
		Example: "  beaver-eval version",
		Args:    cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(a.Stdout, "beaver-eval %s %s %s/%s\n", console.Version(), runtime.Version(),
				runtime.GOOS,
				runtime.GOARCH)
			return err
		},
	}
}
