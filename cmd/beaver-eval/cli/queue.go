package cli

import (
	"context"

	"github.com/spf13/cobra"
)

// Queue has the shards of runs run by workers, here or on other machines. The program beaver-eval-queue has one.
type Queue interface {
	// Run returns when each shard has its folder, or the file of its end, in the run's Folder. If ctx ends before, or
	// with an error, it is called again for the same run when that goes on, and keeps what is in the folder.
	Run(ctx context.Context, run QueuedRun) error

	// Verbs returns the verbs that the program has for its queue.
	Verbs() []*cobra.Command
}

// QueuedRun is a run whose shards others run: each with the arguments run --shard K/N and Args, in a copy of the
// project that has Files.
type QueuedRun struct {
	Name    string   // of the run
	Folder  string   // gets for each shard K its folder K-of-N, or a file K-of-N.lost that says why it could not be run
	Root    string   // the project's folder
	Reports string   // the folder of the project's reports, relative to Root; a shard leaves shards/K-of-N in it
	Files   []string // that the shards read, relative to Root, with slashes, sorted
	Shards  int      // N
	Args    []string // flags of run and names of cases, without --shard and the flags of servers
	Model   string   // that servers answer with; empty: the cases have the answers
	Servers []string // flags of run for the servers that workers of this machine ask
	URL     string   // of the queue; empty: one inside this process
	Workers int      // of this machine, for a queue inside this process; 0: as many as suit it

	Tell func(lines string) // writes lines to people, without secrets; it may be called concurrently
}
