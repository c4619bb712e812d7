// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and says what changed.
package main

import (
	"fmt"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/pipeline/agens"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
)

func main() {
	sys := must(beaver.New())
	jobs := must(agens.New())
	os.Exit(cli.Main(os.Args[1:], sys, jobs))
}

// must is a system whose own prompts can be read, as a test sees to.
func must[S any](sys S, err error) S {
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval:", err)
		os.Exit(exit.Harness)
	}
	return sys
}
