package cli

import (
	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
)

func (a *app) newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion bash|zsh|fish|powershell",
		Short: "Print a completion script for a shell",
		Long:  "completion prints a script that completes verbs and flags in a shell.\n\n" + console.ExitHelp,
		Example: `  beaver-eval completion bash > /etc/bash_completion.d/beaver-eval
  beaver-eval completion zsh > "${fpath[1]}/_beaver-eval"
  beaver-eval completion fish | source
  beaver-eval completion powershell | Out-String | Invoke-Expression`,
		Args:                  cobra.MatchAll(cobra.ExactArgs(1), cobra.OnlyValidArgs),
		ValidArgs:             []string{"bash", "zsh", "fish", "powershell"},
		DisableFlagsInUseLine: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, w := cmd.Root(), a.Stdout.W // a script has no foreign text, and a shell needs it unchanged
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(w, true)
			case "zsh":
				return root.GenZshCompletion(w)
			case "fish":
				return root.GenFishCompletion(w, true)
			}
			return root.GenPowerShellCompletionWithDesc(w)
		},
	}
}
