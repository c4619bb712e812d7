// Command beaver-eval-queue is beaver-eval with a queue, NATS JetStream: its verb run has the cases run by workers,
// which may be on other machines and may die at any time, and merges what they leave.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/systems"
)

func main() { os.Exit(run(os.Args[1:], queue{silence})) }

func run(args []string, q queue) int {
	all, err := systems.All()
	if err != nil {
		fmt.Fprintln(os.Stderr, "beaver-eval-queue:", err)
		return cli.ExitHarness
	}
	return cli.MainWithQueue(q, args, all...)
}

// queue implements cli.Queue.
type queue struct {
	silence time.Duration // of a worker, after which it is dead
}

// Run implements cli.Queue.
func (q queue) Run(ctx context.Context, run cli.QueuedRun) error {
	if run.URL == "" {
		return q.runEmbedded(ctx, run)
	}
	c, err := q.open(run.URL, run.Tell)
	if err != nil {
		return err
	}
	return c.coordinate(ctx, run)
}

// Verbs implements cli.Queue.
func (q queue) Verbs() []*cobra.Command { return []*cobra.Command{q.newWorkerVerb()} }
