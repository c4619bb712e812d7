// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and reports changes.
package main

import (
	"fmt"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	_ "github.com/beaver-eval/beaver-eval/cmd/beaver-eval/collector" // before all that makes garbage
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

func main() {
	all, err := systems.All()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval:", err)
		os.Exit(cli.ExitHarness)
	}
	os.Exit(cli.Main(os.Args[1:], all...))
}
