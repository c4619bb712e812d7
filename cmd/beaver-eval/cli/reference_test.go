package cli

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

var update = flag.Bool("update", false, "write docs/reference/commands.md and exit-codes.md anew")

// Two pages of reference say what the commands' own help says.
func TestReference(t *testing.T) {
	a := newApp(io.Discard, io.Discard, func(string) string { return "" })
	root := a.newRoot()
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	codes, _, err := root.Find([]string{"exit-codes"})
	if err != nil {
		t.Fatal(err)
	}
	for page, text := range map[string]string{
		"commands.md": "# Commands\n\n`beaver-eval help VERB` says more of each, with examples. " +
			"Made from the commands by `go test ./cmd/beaver-eval/cli -run TestReference -update`.\n" +
			"Every command that has a project takes `--root`.\n" + commandsPage(root),
		"exit-codes.md": "# Exit codes\n\nAs `beaver-eval help exit-codes` prints them. Made by `go test " +
			"./cmd/beaver-eval/cli -run TestReference -update`.\n\n```\n" + strings.TrimSpace(codes.Long) + "\n```\n",
	} {
		file := filepath.Join("..", "..", "..", "docs", "reference", page)
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		written, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(string(written), text); d != "" {
			t.Errorf("%s is not what the commands say: -update writes it (-page +commands):\n%s", page, d)
		}
	}
}

// commandsPage returns a section for each verb, with its flags.
func commandsPage(of *cobra.Command) string {
	var b strings.Builder
	for _, verb := range of.Commands() {
		if verb.Hidden || verb.IsAdditionalHelpTopicCommand() {
			continue
		}
		verb.InitDefaultHelpFlag()
		fmt.Fprintf(&b, "\n## %s\n\n%s.\n\n```\n%s\n```\n", verb.CommandPath(), verb.Short, verb.UseLine())
		if rows := flagRows(verb.LocalFlags()); rows != "" {
			fmt.Fprintf(&b, "\n| flag | default | meaning |\n| --- | --- | --- |\n%s", rows)
		}
		b.WriteString(commandsPage(verb))
	}
	return b.String()
}

func flagRows(flags *pflag.FlagSet) string {
	var b strings.Builder
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		kind, usage := pflag.UnquoteUsage(f)
		name := "--" + f.Name
		if kind != "" {
			name += " " + kind
		}
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value := ""
		switch f.DefValue {
		case "", "[]", "false", "0", "0s":
		default:
			value = "`" + f.DefValue + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", name, value,
			strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;").Replace(usage))
	})
	return b.String()
}
