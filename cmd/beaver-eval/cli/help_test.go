package cli

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
)

// Every verb shows how it is used and, in one line, what its exit codes mean.
func TestHelp(t *testing.T) {
	a := newApp(io.Discard, io.Discard, func(string) string { return "" })
	root := a.newRoot()
	root.InitDefaultCompletionCmd()
	root.InitDefaultHelpCmd()
	verbs := append([]*cobra.Command{root}, root.Commands()...)
	names := map[string]bool{}
	for len(verbs) > 0 {
		verb := verbs[0]
		verbs = verbs[1:]
		if verb != root {
			verbs = append(verbs, verb.Commands()...)
		}
		if verb.IsAdditionalHelpTopicCommand() {
			continue
		}
		names[verb.Name()] = true
		t.Run(verb.Name(), func(t *testing.T) {
			var help strings.Builder
			verb.SetOut(&help)
			if err := verb.Help(); err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{"\n\n" + exit.Help + "\n\n", "Examples:\n  beaver-eval ",
				"Usage:\n  beaver-eval"} {
				if !strings.Contains(help.String(), part) {
					t.Errorf("no %q in\n%s", part, help.String())
				}
			}
			if n := strings.Count(help.String(), "130"); n != 1 {
				t.Errorf("exit codes stand %d times in\n%s", n, help.String())
			}
		})
	}
	for _, name := range []string{
		"run", "accept", "check", "list", "show", "import", "version", "completion", "report", "export", "help",
		"init",
	} {
		if !names[name] {
			t.Errorf("there is no verb %s", name)
		}
	}
}

// The topic tells every code.
func TestHelpOfExitCodes(t *testing.T) {
	var help strings.Builder
	a := newApp(&help, io.Discard, func(string) string { return "" })
	if code := a.main(t.Context(), []string{"help", "exit-codes"}); code != exit.OK {
		t.Fatalf("exit code %d", code)
	}
	for _, code := range []int{exit.OK, exit.Gate, exit.Input, exit.Harness, exit.Interrupted} {
		if line := fmt.Sprintf("\n  %3d  ", code); !strings.Contains(help.String(), line) {
			t.Errorf("no %q in\n%s", line, help.String())
		}
	}
}
