package examples_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/clitest/examples/project"
)

// Each example is as accepted, sends the same requests in each run, and an edit of its prompt is one group, with the
// section that it is in. Quick tests only see that the slow ones are as accepted. Short ones run slow ones twice, as
// accepted and edited: accepting depends on no client, and TestVitest and TestPytestExample accept their own.
func TestExamples(t *testing.T) {
	t.Parallel()
	for _, e := range project.All() {
		t.Run(e.Name, func(t *testing.T) {
			t.Parallel()
			dir := e.Copy(t)
			if out := project.Does(t, dir, 0, e.Run("--ci")...); !strings.Contains(out, " prompts as accepted") {
				t.Errorf("run says nothing of accepted prompts:\n%s", out)
			}
			short := testing.Short() && e.Slow()
			if project.Quick() && e.Slow() || testing.Short() && e.Client != "" {
				return
			}
			if e.Tests == nil && !short {
				if out := project.Does(t, dir, 0, "run", "--twice"); !strings.Contains(out, ", 0 differences") {
					t.Errorf("run --twice says nothing of differences:\n%s", out)
				}
			}
			for _, name := range e.Agents {
				project.Edit(t, filepath.Join(dir, name), "Answer in one sentence.", "Answer in one short sentence.")
			}
			project.Does(t, dir, 1, e.Run()...)
			oneGroup(t, e, project.Does(t, dir, 1, "diff", "--format", "json"))
			if short {
				return
			}
			project.Does(t, dir, 0, e.Accept()...)
			project.Does(t, dir, 0, e.Run("--ci")...)
		})
	}
}

// oneGroup checks diff's output about the edited prompt.
func oneGroup(t *testing.T, e project.Example, out string) {
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
	if g.Define != "Rules" || g.Calls != e.Calls || len(g.Reach) == 0 {
		t.Errorf("the edit is one of %q in %d calls, want Rules in %d:\n%s", g.Define, g.Calls, e.Calls, out)
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

// Five concurrent requests, each with a follow-up, have the same goldens in any order.
func TestFanOut(t *testing.T) {
	t.Parallel()
	runs := 50
	switch {
	case project.Quick():
		runs = 3
	case testing.Short():
		runs = 10
	}
	all := project.All()
	e := all[slices.IndexFunc(all, func(e project.Example) bool { return e.Name == "fan-out" })]
	dir := e.Copy(t)
	for range runs {
		project.Does(t, dir, 0, "run", "--ci", "--no-report")
	}
}

// Each project below docs/examples is run here.
func TestExamplesAreWhole(t *testing.T) {
	found, err := filepath.Glob(filepath.Join(project.Folder(t), "*", "beaver-eval.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, file := range found {
		want = append(want, filepath.Base(filepath.Dir(file)))
	}
	for _, e := range project.All() {
		got = append(got, e.Name)
	}
	if !slices.Equal(got, want) {
		t.Errorf("run: %v, there are: %v", got, want)
	}
}
