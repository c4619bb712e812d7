// Command beaver-eval tests the prompts of agent systems offline: it replays conversations, checks every messages array
// against goldens, and says what changed.
package main

import (
	"fmt"
	"os"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli/exit"
	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/beaver"
	"github.com/beaver-eval/beaver-eval/pipeline/openclaw"
)

func main() {
	all, err := builtIn()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval:", err)
		os.Exit(exit.Harness)
	}
	os.Exit(cli.Main(os.Args[1:], all...))
}

// builtIn are the agent systems that the program tests, in the order in which lists name them.
func builtIn() ([]pipeline.System, error) {
	b, err := beaver.New()
	if err != nil {
		return nil, err
	}
	o, err := openclaw.New()
	if err != nil {
		return nil, err
	}
	return []pipeline.System{b, o}, nil
}
