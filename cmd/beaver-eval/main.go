// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and reports changes.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

// garbage is how much the heap may grow before collection, in percent of live data: runs make much garbage and keep
// little. Compared with Go's 100 it costs some 25 MB, and saves a tenth of the processor time.
const garbage = 150

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	all, err := systems.All()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval:", err)
		os.Exit(cli.ExitHarness)
	}
	os.Exit(cli.Main(os.Args[1:], all...))
}
