package cli

import "github.com/spf13/cobra"

func (a *app) newImport() *cobra.Command { return &cobra.Command{Use: "import"} }
