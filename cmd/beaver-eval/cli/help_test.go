package cli

import (
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every verb shows how it is used and what its exit codes mean.
func TestHelp(t *testing.T) {
	a := newApp(io.Discard, io.Discard, func(string) string { return "" })
	root := a.newRoot()
	root.InitDefaultCompletionCmd()
	verbs := append([]*cobra.Command{root}, root.Commands()...)
	names := map[string]bool{}
	for _, verb := range verbs {
		names[verb.Name()] = true
		t.Run(verb.Name(), func(t *testing.T) {
			var help strings.Builder
			verb.SetOut(&help)
			if err := verb.Help(); err != nil {
				t.Fatal(err)
			}
			for _, part := range []string{"Exit codes: 0 ", "130 interrupted", "Examples:\n  beaver-eval ", "Usage:\n  beaver-eval"} {
				if !strings.Contains(help.String(), part) {
					t.Errorf("no %q in\n%s", part, help.String())
				}
			}
		})
	}
	for _, name := range []string{"run", "accept", "check", "list", "show", "import", "version", "completion"} {
		if !names[name] {
			t.Errorf("there is no verb %s", name)
		}
	}
}
