package clitest

import (
	"os"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

var sealLine = regexp.MustCompile(`(?m)^ *seal: .*\n`)

// unseal FILE: removes the seal from a pending file, like versions without seals.
func unseal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: unseal file")
	}
	text := ts.ReadFile(args[0])
	if n := len(sealLine.FindAllString(text, -1)); n != 1 {
		ts.Fatalf("%s: %d seals", args[0], n)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(sealLine.ReplaceAllString(text, "")), 0o600))
}

// quote FILE: ends the text, the turn and the case begun by the last line of a file.
func quote(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: quote file")
	}
	text := strings.TrimSuffix(ts.ReadFile(args[0]), "\n")
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text+"\"}]}\n"), 0o600))
}
