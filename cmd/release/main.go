// Command release makes what a release consists of: man pages and completions, the archives that .goreleaser.yaml
// describes, and the packages of npm and Python that hold the program.
//
//	release manual                            man/ and completions/
//	release snapshot [--target linux/amd64]   dist/ as goreleaser makes it, but nothing is published
//	release packages                          dist/npm/ and dist/python/ of the programs in dist/
//
// It works in the current folder, the root of a clone. The same commit gives the same bytes.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

func main() {
	root := &cobra.Command{Use: "release", Short: "Make what a release consists of", SilenceUsage: true}
	root.AddCommand(manualCommand(), snapshotCommand(), packagesCommand())
	if root.Execute() != nil { // it has been printed
		os.Exit(1)
	}
}

func manualCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "manual",
		Short: "Write man pages and completions, in man/ and completions/",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all, err := systems.All()
			if err != nil {
				return err
			}
			c, err := headCommit(".")
			if err != nil {
				return err
			}
			return writeManual(".", cli.Command(all...), c.when)
		},
	}
}

func snapshotCommand() *cobra.Command {
	var only []string
	cmd := &cobra.Command{
		Use:   "snapshot",
		Short: "Make the archives of .goreleaser.yaml in dist/",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := newSnapshot(".", cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			return s.make(only)
		},
	}
	cmd.Flags().StringSliceVar(&only, "target", nil, "one `system/architecture` of .goreleaser.yaml (default: all)")
	return cmd
}

func packagesCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "packages",
		Short: "Make packages of npm and Python of the programs in dist/",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d, err := readDist("dist")
			if err != nil {
				return err
			}
			written, err := d.pack(".")
			for _, file := range written {
				fmt.Fprintln(cmd.OutOrStdout(), file)
			}
			return err
		},
	}
}
