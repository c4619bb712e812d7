// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and says what changed.
package main

import (
	"fmt"
	"os"
	"runtime/debug"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

// garbage is how much the heap may grow before it is collected, in percent of what lives: runs make much garbage and
// live on little. Against Go's 100 it costs some 25 MB, and saves a tenth of the processor's time.
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
