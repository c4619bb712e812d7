package console

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Group is a group of flags that a verb's help shows under a title.
type Group struct {
	Title string
	Flags []string // their long names, in this order
}

// Groups makes the help of a verb without subcommands list its flags in groups, ungrouped ones at the end.
func Groups(cmd *cobra.Command, groups ...Group) {
	cmd.SetUsageFunc(func(cmd *cobra.Command) error {
		w := cmd.OutOrStdout()
		fmt.Fprintf(w, "Usage:\n  %s\n\nExamples:\n%s\n", cmd.UseLine(), cmd.Example)
		seen := map[string]bool{}
		for _, g := range groups {
			flags := pflag.NewFlagSet(g.Title, pflag.ContinueOnError)
			flags.SortFlags = false
			for _, name := range g.Flags {
				flags.AddFlag(cmd.Flags().Lookup(name))
				seen[name] = true
			}
			fmt.Fprintf(w, "\n%s:\n%s", g.Title, flags.FlagUsages())
		}
		rest := pflag.NewFlagSet("other", pflag.ContinueOnError)
		for _, of := range []*pflag.FlagSet{cmd.LocalFlags(), cmd.InheritedFlags()} {
			of.VisitAll(func(f *pflag.Flag) {
				if !seen[f.Name] {
					rest.AddFlag(f)
				}
			})
		}
		_, err := fmt.Fprintf(w, "\nOther:\n%s", rest.FlagUsages())
		return err
	})
}
