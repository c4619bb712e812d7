package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A collection before main would take a tenth of the program's start: package collector has to be initialized before
// those that make much.
func TestNothingIsCollectedAtStart(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run", "^$")
	cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1", "GOGC=", "GOMEMLIMIT=")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if strings.Contains(string(out), "gc 1 ") {
		t.Errorf("garbage is collected:\n%s", out)
	}
}
