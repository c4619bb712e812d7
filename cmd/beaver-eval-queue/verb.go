package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/spf13/cobra"
)

// newWorkerVerb returns the verb worker.
func (q queue) newWorkerVerb() *cobra.Command {
	var address, model, host string
	var remote bool
	var parallel int
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Run shards of a queue until Ctrl-C or SIGTERM",
		Long: `worker takes shards from a queue, one at a time, and runs each in a copy of the project that comes with it.
It takes those of runs that the very same program has begun: with --model, those that ask this model, of the servers of
--host; without, those whose cases have the answers. Ctrl-C or SIGTERM lets the shard in progress end; a second one ends
the worker at once, and another worker then runs the shard again. So it does after any other end of a worker. A shard
that did not end with five workers becomes errors.

--queue is nats://HOST:4222, tls://HOST, several of them with commas between, or context:NAME, a context of the nats
command line. Behind a ?, creds, nkey, ca, cert and key name files: tls://HOST?creds=worker.creds&ca=ca.pem. Who may
write to the queue has programs run on the workers' machines (docs/many-machines.md).

Exit codes: 0 drained · 2 bad usage, or no queue · 130 interrupted.`,
		Example: `  beaver-eval-queue worker --queue nats://127.0.0.1:4222
  beaver-eval-queue worker --queue context:pool --model ollama:qwen3:4b --host http://127.0.0.1:11434`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var servers []string
			for _, name := range []string{"host", "allow-remote", "parallel"} {
				if f := cmd.Flags().Lookup(name); f.Changed {
					servers = append(servers, "--"+name+"="+f.Value.String())
				}
			}
			switch {
			case address == "":
				return errors.New("worker needs --queue, as nats://HOST:4222")
			case model == "" && len(servers) > 0:
				return errors.New("--host, --allow-remote and --parallel go with --model")
			}
			return q.work(cmd.Context(), address, model, servers, cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&address, "queue", "", "the `URL` of the queue")
	cmd.Flags().StringVar(&model, "model", "", "take the runs of this `model`, ollama:NAME or openai:NAME")
	cmd.Flags().StringVar(&host, "host", "", "the `servers` to ask, with commas between, or @FILE")
	cmd.Flags().BoolVar(&remote, "allow-remote", false, "also ask servers on other machines")
	cmd.Flags().IntVar(&parallel, "parallel", 1, "how many calls each server gets at a time")
	return cmd
}

// flusher is the standard error of the program.
type flusher interface {
	io.Writer
	Flush() error
}

// work runs a worker until drain ends.
func (q queue) work(drain context.Context, address, model string, servers []string, to io.Writer) (err error) {
	var telling sync.Mutex
	tell := func(lines string) {
		telling.Lock()
		defer telling.Unlock()
		fmt.Fprintf(to, "beaver-eval-queue: %s\n", lines)
		if f, is := to.(flusher); is {
			_ = f.Flush() // nobody can be told
		}
	}
	c, err := q.open(address, tell)
	if err != nil {
		return err
	}
	defer c.conn.Close()
	s, err := c.openStreams(drain)
	if err != nil {
		return err
	}
	w, err := newWorker(s, model, servers)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.close()) }()
	tell(fmt.Sprintf("%s waits for shards", w.name))
	return w.run(context.WithoutCancel(drain), drain)
}
