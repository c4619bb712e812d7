package cli

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
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
			for _, part := range []string{"\n\n" + console.ExitHelp + "\n\n", "Examples:\n  beaver-eval ",
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

// Each flag has one plain line of help, and the flags of the large verbs are grouped, each once.
func TestHelpOfFlags(t *testing.T) {
	root := newApp(io.Discard, io.Discard, func(string) string { return "" }).newRoot()
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			look(c)
		}
		usage := cmd.UsageString()
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if len(f.Usage) > 100 || strings.Contains(f.Usage, "\n") || f.Usage == "" {
				t.Errorf("%s --%s: not one line of at most 100 letters: %s", cmd.CommandPath(), f.Name, f.Usage)
			}
			if n := strings.Count(usage, " --"+f.Name+" "); n < 1 {
				t.Errorf("%s --%s stands nowhere in the help:\n%s", cmd.CommandPath(), f.Name, usage)
			}
		})
	}
	look(root)
	for verb, groups := range map[string][]string{
		"run":    {"Choose cases", "Answers", "Compare", "Output", "CI", "Other"},
		"record": {"Choose cases", "Choose calls", "Answers", "Other"},
		"faults": {"Choose cases", "Choose faults", "Compare", "Output", "Other"},
		"diff":   {"Choose cases", "Choose edits", "Compare", "Output", "Other"},
		"accept": {"Choose cases", "Choose edits", "Answers", "Output", "Other"},
		"reject": {"Choose cases", "Choose edits", "Answers", "Output", "Other"},
	} {
		cmd, _, err := root.Find([]string{verb})
		if err != nil {
			t.Fatal(err)
		}
		grouped(t, cmd, groups)
	}
}

// grouped checks that the help of a verb lists its flags in these groups, in this order, each flag once.
func grouped(t *testing.T, cmd *cobra.Command, groups []string) {
	t.Helper()
	_, flags, _ := strings.Cut(cmd.UsageString(), "\nChoose cases:\n")
	flags = "\nChoose cases:\n" + flags
	rest := flags
	for _, title := range groups {
		_, after, found := strings.Cut(rest, "\n"+title+":\n")
		if !found {
			t.Fatalf("%s: %s is not a group, or not in its place:\n%s", cmd.Name(), title, cmd.UsageString())
		}
		rest = after
	}
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		lines := regexp.MustCompile(`(?m)^  (   |-.,) --`+f.Name+` `).FindAllString(flags, -1)
		if len(lines) != 1 {
			t.Errorf("%s: --%s stands in %d groups", cmd.Name(), f.Name, len(lines))
		}
	})
}

// The topic lists every code.
func TestHelpOfExitCodes(t *testing.T) {
	var help strings.Builder
	a := newApp(&help, io.Discard, func(string) string { return "" })
	if code := a.main(t.Context(), []string{"help", "exit-codes"}); code != console.OK {
		t.Fatalf("exit code %d", code)
	}
	for _, code := range []int{console.OK, console.Gate, console.Input, console.Harness, console.Interrupted} {
		if line := fmt.Sprintf("\n  %3d  ", code); !strings.Contains(help.String(), line) {
			t.Errorf("no %q in\n%s", line, help.String())
		}
	}
}
