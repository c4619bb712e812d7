package clitest

import (
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

// part CODE NAME: runs script or after_script of the job for GitLab, in a shell that knows POSIX alone where there is
// one.
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

func recipeOf(ts *testscript.TestScript, name string) *strict.Node {
	root, err := strict.ParseYAML(name, []byte(ts.ReadFile(ts.Getenv(name))))
	ts.Check(err)
	return root
}
