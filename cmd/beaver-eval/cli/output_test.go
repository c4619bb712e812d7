//go:build unix

package cli

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/internal/console"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/starter"
)

// verbs lists all verbs without subcommands by their full names, with commands that print output.
var verbs = map[string][][]string{
	"run": {{"run"}, {"run", "--full"}, {"run", "--quiet"}, {"run", "--format", "json"}, {"run", "--trace", "-"},
		{"run", "--demo"}},
	"accept": {{"accept", "--all"}, {"accept", "--gone"}, {"accept", "--gone", "--dry-run"},
		{"accept", "--rewrite", "--dry-run"}},
	"reject": {{"reject", "--all"}},
	"review": {{"review", "--help"}}, // without a terminal only this prints
	"record": {{"record", "--mode", "none"}},
	"diff": {{"diff"}, {"diff", "--format", "json"}, {"diff", "--format", "patch"},
		{"diff", "--format", "markdown"}, {"diff", "--base", "HEAD"}, {"diff", "--format", "json", "--base", "HEAD"}},
	"show": {{"show", "small-team"}, {"show", "small-team", "--format", "json"},
		{"show", "small-team/turn-1/router", "--format", "openai"}},
	"list":  {{"list"}, {"list", "cases"}, {"list", "systems"}, {"list", "stages", "--format", "json"}},
	"check": {{"check"}, {"check", "--format", "json"}, {"check", "--schema", "case"}},
	"faults": {{"faults", "--fault", "prose"}, {"faults", "--fault", "prose", "--format", "json"},
		{"faults", "--fault", "prose", "--format", "markdown"},
		{"faults", "--declared"},
		{"faults", "--suite", "*", "--cell", "turn-1/router:empty:strict"}},
	"import": {{"import", "--format", "openai-chat", "--name", "chat", "--replace", "chat.jsonl"}},
	// not read by the others
	"proxy": {{"proxy", "--help"}}, // without tests only this prints
	"init":  {{"init", "--help"}, {"init", "--templates", "out"}, {"init", "--demo", "new"}},
	"compare": {{"compare", "latest", "latest"}, {"compare", "latest", "latest", "--format", "json"},
		{"compare", "latest", "latest", "--format", "markdown"}},
	"report show": {{"report", "show"}, {"report", "show", "--format", "json"}},
	"report coverage": {{"report", "coverage"}, {"report", "coverage", "--format", "json"},
		{"report", "coverage", "--format", "lcov"}},
	"report figures": {{"report", "figures"}, {"report", "figures", "--format", "json"},
		{"report", "figures", "--format", "markdown"}},
	"report cost": {{"report", "cost"}, {"report", "cost", "--format", "json"},
		{"report", "cost", "--format", "markdown"}},
	"report export": {{"report", "export", "--format", "csv"}, {"report", "export", "--format", "json"},
		{"report", "export", "--format", "junit"}, {"report", "export", "--format", "markdown"},
		{"report", "export", "--format", "html"}},
	"report view":  {{"report", "view"}},
	"report merge": {{"report", "merge", "--help"}}, // shards have to run first
	"version":      {{"version"}, {"version", "--format", "json"}},
	"completion": {{"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"},
		{"completion", "powershell"}},
	"exit-codes": {{"help", "exit-codes"}},
	"help":       {{"help"}, {"help", "run"}, {"--help"}, {"report"}, {"report", "show", "--help"}},
}

// Output that cannot be written is exit code 3 with one line, whatever the verb, and silent when its reader is gone.
func TestEveryVerbOnOutputThatCannotBeWritten(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("there is no /dev/full")
	}
	project := withReport(t)
	for _, name := range allVerbs() {
		for _, args := range verbs[name] {
			t.Run(strings.Join(args, " "), func(t *testing.T) {
				t.Parallel()
				if slices.Contains(args, "HEAD") && !hasGit() {
					t.Skip("there is no git")
				}
				full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
				if err != nil {
					t.Fatal(err)
				}
				defer full.Close()
				wantFault(t, project, full, "beaver-eval: standard output: no space left on device\n", args)
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer w.Close()
				r.Close()
				wantFault(t, project, w, "", args)
			})
		}
		if len(verbs[name]) == 0 {
			t.Errorf("no command with the verb %s", name)
		}
	}
}

// allVerbs returns the verbs without subcommands, and help.
func allVerbs() []string {
	a := newApp(io.Discard, io.Discard, func(string) string { return "" })
	names := []string{"help"}
	var add func(cmd *cobra.Command, above string)
	add = func(cmd *cobra.Command, above string) {
		for _, c := range cmd.Commands() {
			if c.HasSubCommands() {
				add(c, above+c.Name()+" ")
				continue
			}
			names = append(names, above+c.Name())
		}
	}
	add(a.newRoot(), "")
	return names
}

// withReport returns a project that has changes under review and the report of a run.
func withReport(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, starter.Files()); err != nil {
		t.Fatal(err)
	}
	chat := `{"messages":[{"role":"user","content":"Hello"},{"role":"assistant","content":"Hi"}]}` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "chat.jsonl"), []byte(chat), 0o600); err != nil {
		t.Fatal(err)
	}
	commitAll(t, dir)
	if err := os.Remove(filepath.Join(dir, "goldens", "starter", "small-team.yaml")); err != nil {
		t.Fatal(err)
	}
	if code, said := inProject(dir, io.Discard, "run"); code != console.Gate {
		t.Fatalf("run: exit code %d\n%s", code, said)
	}
	return dir
}

// inProject runs a command in a project and returns its exit code and standard error.
func inProject(dir string, stdout io.Writer, args ...string) (code int, said string) {
	var stderr bytes.Buffer
	cmd := exec.Command("beaver-eval", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.Env = dir, stdout, &stderr, append(os.Environ(), "CI=", "GITHUB_ACTIONS=")
	cmd.Run() // the exit code is checked instead
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// wantFault runs a command in a copy of a project. Its message about the output may follow the name of the run shown.
func wantFault(t *testing.T, project string, stdout *os.File, said string, args []string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(project)); err != nil {
		t.Fatal(err)
	}
	code, got := inProject(dir, stdout, args...)
	if code != console.Harness || !strings.HasSuffix(got, said) ||
		strings.Count(got, "standard output:") != strings.Count(said, "standard output:") {
		t.Errorf("%v: exit code %d, and it says %q, want %q at its end", args, code, got, said)
	}
}
