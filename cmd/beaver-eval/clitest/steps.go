package clitest

import (
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/beaver-eval/beaver-eval/fixtures/strict"
)

// step CODE NAME: runs a step of the workflow as GitHub does.
func step(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: step code name")
	}
	for _, s := range recipeOf(ts, "prompts.yml").Get("jobs").Get("prompts").Get("steps").Items {
		if name := s.Get("name"); name != nil && name.Text == args[1] {
			exits(ts, false, []string{args[0], "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
				s.Get("run").Text})
			return
		}
	}
	ts.Fatalf("the workflow has no step %s", args[1])
}

// part CODE NAME: runs script or after_script of the job for GitLab, in a strict POSIX shell if there is one.
func part(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: part code name")
	}
	var lines []string
	for _, line := range recipeOf(ts, "gitlab-ci.yml").Get("prompts").Get(args[1]).Items {
		lines = append(lines, line.Text)
	}
	exits(ts, false, []string{args[0], "sh", "-ec", strings.Join(lines, "\n")})
}

// job CODE NAME: runs the scripts of a job that docs/ci.md shows on its own.
func job(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: job code name")
	}
	page := ts.ReadFile(ts.Getenv("ci.md"))
	for _, block := range regexp.MustCompile("(?s)```yaml\n(.*?)```").FindAllStringSubmatch(page, -1) {
		root, err := strict.ParseYAML("docs/ci.md", []byte(block[1]))
		ts.Check(err)
		found := root.Get(args[1])
		switch {
		case found == nil:
			continue
		case found.Get("script") != nil:
			exits(ts, false, []string{args[0], "sh", "-ec", found.Get("script").Items[0].Text})
			return
		}
		steps := found.Get("steps").Items
		exits(ts, false, []string{args[0], "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c",
			steps[len(steps)-1].Get("run").Text})
		return
	}
	ts.Fatalf("docs/ci.md has no job %s", args[1])
}

func recipeOf(ts *testscript.TestScript, name string) *strict.Node {
	root, err := strict.ParseYAML(name, []byte(ts.ReadFile(ts.Getenv(name))))
	ts.Check(err)
	return root
}
