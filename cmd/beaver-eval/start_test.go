package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// A collection before main would take a tenth of the program's start: package collector has to be initialized before
// those that make much. Go's own setting, which it leaves alone, shows that they do.
func TestNothingIsCollectedAtStart(t *testing.T) {
	for gogc, want := range map[string]bool{"": false, "100": true} {
		cmd := exec.Command(os.Args[0], "-test.run", "^$")
		cmd.Env = append(os.Environ(), "GODEBUG=gctrace=1", "GOGC="+gogc, "GOMEMLIMIT=")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		if strings.Contains(string(out), "gc 1 ") != want {
			t.Errorf("GOGC=%s: garbage is collected: %v, want %v\n%s", gogc, !want, want, out)
		}
	}
}
