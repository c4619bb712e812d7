package examples_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// example is a project below docs/examples.
type example struct {
	name   string
	needs  []string // programs
	npm    bool     // and packages
	agents []string // the files that hold the prompt which is edited
	calls  int      // that the prompt is in
	tests  []string // the command that drives it, where it has tests of its own
}

// run are the arguments of a run.
func (e example) run(flags ...string) []string {
	args := append([]string{"run"}, flags...)
	if e.tests == nil {
		return args
	}
	return append(append(args, "--suite", "desk", "--"), e.tests...)
}

var all = []example{
	{name: "ai-sdk", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs"}, calls: 8},
	{name: "anthropic", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs"}, calls: 4},
	{name: "curl", needs: []string{"sh", "sed", "curl"}, agents: []string{"agent.sh"}, calls: 4},
	{name: "fan-out", needs: []string{"python3"}, agents: []string{"agent.py"}, calls: 10},
	{name: "go-ollama", needs: []string{"go"}, agents: []string{"main.go"}, calls: 4},
	{name: "go-openai", needs: []string{"go"}, agents: []string{"main.go"}, calls: 4},
	{name: "http-service", needs: []string{"node"}, agents: []string{"server.mjs"}, calls: 4},
	{name: "langgraph", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs"}, calls: 4},
	{name: "ollama", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs"}, calls: 4},
	{name: "openai", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs", "responses.mjs"}, calls: 8},
	{name: "openai-agents", needs: []string{"node"}, npm: true, agents: []string{"agent.mjs"}, calls: 4},
	{name: "own-tests", needs: []string{"python3"}, agents: []string{"desk.py"}, calls: 2,
		tests: []string{"python3", "-B", "-m", "unittest"}},
	{name: "python", needs: []string{"python3"}, agents: []string{"agent.py"}, calls: 4},
}

// Each example is as accepted, sends the same requests in each run, and an edit of its prompt is one group, with the
// section that it is in.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, e := range all {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			dir := e.project(t)
			if out := does(t, dir, 0, e.run("--ci")...); !strings.Contains(out, " prompts as accepted") {
				t.Errorf("run says nothing of accepted prompts:\n%s", out)
			}
			if e.tests == nil {
				if out := does(t, dir, 0, "check", "--twice"); !strings.Contains(out, ", 0 differences") {
					t.Errorf("check --twice says nothing of differences:\n%s", out)
				}
			}
			for _, name := range e.agents {
				edit(t, filepath.Join(dir, name), "Answer in one sentence.", "Answer in one short sentence.")
			}
			does(t, dir, 1, e.run()...)
			e.oneGroup(t, does(t, dir, 1, "diff", "--format", "json"))
			does(t, dir, 0, "accept", "--all")
			does(t, dir, 0, e.run("--ci")...)
		})
	}
}

// oneGroup checks what diff says of the edited prompt.
func (e example) oneGroup(t *testing.T, out string) {
	t.Helper()
	var got struct {
		Groups []struct {
			Define string
			Calls  int
			Hunks  []struct{ Before, After string }
			Reach  []struct{ Section string }
		}
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	if len(got.Groups) != 1 || len(got.Groups[0].Hunks) != 1 {
		t.Fatalf("%d groups, want 1 with 1 hunk:\n%s", len(got.Groups), out)
	}
	g := got.Groups[0]
	if g.Define != "Rules" || g.Calls != e.calls || len(g.Reach) == 0 {
		t.Errorf("the edit is one of %q in %d calls, want Rules in %d:\n%s", g.Define, g.Calls, e.calls, out)
	}
	for _, r := range g.Reach {
		if r.Section != "Rules" {
			t.Errorf("the edit is in the section %q, want Rules", r.Section)
		}
	}
	h := g.Hunks[0]
	if !strings.Contains(h.Before, "one sentence") || !strings.Contains(h.After, "one short sentence") {
		t.Errorf("the edit is shown as %q and %q", h.Before, h.After)
	}
}

// edit replaces a text that a file has once.
func edit(t *testing.T, file, old, new string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), old); n != 1 {
		t.Fatalf("%s has %q %d times, want 1", file, old, n)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), old, new, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Five requests side by side, each with one that goes on from it, have the same goldens whichever comes first.
func TestFanOut(t *testing.T) {
	t.Parallel()
	runs := 50
	if testing.Short() {
		runs = 10
	}
	e := all[slices.IndexFunc(all, func(e example) bool { return e.name == "fan-out" })]
	dir := e.project(t)
	for range runs {
		does(t, dir, 0, "run", "--ci", "--no-report")
	}
}

// Each project below docs/examples is one that is run here.
func TestExamplesAreWhole(t *testing.T) {
	found, err := filepath.Glob(filepath.Join(folder, "*", "beaver-eval.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, file := range found {
		want = append(want, filepath.Base(filepath.Dir(file)))
	}
	for _, e := range all {
		got = append(got, e.name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("run: %v, there are: %v", got, want)
	}
}
