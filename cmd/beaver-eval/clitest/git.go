package clitest

import (
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// named COMMAND: runs, like a shell, the one git command of this name that the last program printed on standard error,
// on its own line.
func named(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: named command")
	}
	lines := regexp.MustCompile(`(?m)^  git `+regexp.QuoteMeta(args[0])+` .*$`).FindAllString(ts.ReadFile("stderr"), -1)
	if len(lines) != 1 {
		ts.Fatalf("%d commands are named, want 1", len(lines))
	}
	ts.Check(ts.Exec("sh", "-ec", lines[0]))
}

// rev NAME FILE: sets a variable to the first line of a file.
func rev(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: rev name file")
	}
	line, _, _ := strings.Cut(ts.ReadFile(args[1]), "\n")
	ts.Setenv(args[0], line)
}
