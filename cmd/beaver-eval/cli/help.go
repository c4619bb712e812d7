package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

// newHelp prints the help of a verb or a topic. For an unknown one Cobra's own prints the program's help, and succeeds.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [VERB | exit-codes]",
		Short: "Help about a verb, or about the exit codes",
		Long:  "help prints how a verb is used, as --help does.\n\n" + console.ExitHelp,
		Example: `  beaver-eval help run
  beaver-eval help report export
  beaver-eval help exit-codes`,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("help: there is no verb or topic %q; `beaver-eval --help` lists them",
					strings.Join(args, " "))
			}
			found.InitDefaultHelpFlag()
			return found.Help()
		},
	}
}
