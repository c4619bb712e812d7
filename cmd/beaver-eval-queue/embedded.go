package main

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
)

// maxEmbedded is how many shards run at a time by default: each uses several processors.
const maxEmbedded = 4

// runEmbedded runs a coordinator and its workers on a server inside this process, which listens nowhere. Its files are
// in the folder of the run, so that the run goes on with them.
func (q queue) runEmbedded(ctx context.Context, run cli.QueuedRun) error {
	srv, err := startServer(filepath.Join(run.Folder, "jetstream"))
	if err != nil {
		return err
	}
	defer srv.WaitForShutdown()
	defer srv.Shutdown()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	defer wg.Wait()
	defer stop()
	n := run.Workers
	if n == 0 {
		n = min(maxEmbedded, runtime.NumCPU(), run.Shards)
	}
	failed := make(chan error, n+1)
	for range n {
		wg.Go(func() { failed <- q.workInside(ctx, srv, run) })
	}
	wg.Go(func() { failed <- q.coordinateInside(ctx, srv, run) })
	return <-failed // only the coordinator ends without an error
}

func startServer(dir string) (*server.Server, error) {
	srv, err := server.NewServer(&server.Options{ServerName: "beaver-eval-queue", DontListen: true, JetStream: true,
		StoreDir: dir, NoSigs: true, NoLog: true})
	if err != nil {
		return nil, err
	}
	srv.Start()
	if !srv.ReadyForConnections(time.Minute) {
		srv.Shutdown()
		return nil, errors.New("the queue inside this process has not started within a minute")
	}
	return srv, nil
}

func (q queue) coordinateInside(ctx context.Context, srv *server.Server, run cli.QueuedRun) error {
	c, err := q.openInside(srv, run.Tell)
	if err != nil {
		return err
	}
	return c.coordinate(ctx, run)
}

// workInside runs a worker until ctx ends.
func (q queue) workInside(ctx context.Context, srv *server.Server, run cli.QueuedRun) error {
	c, err := q.openInside(srv, func(string) {})
	if err != nil {
		return err
	}
	defer c.conn.Close()
	s, err := c.openStreams(ctx)
	if err != nil {
		return err
	}
	w, err := newWorker(s, run.Model, run.Servers)
	if err != nil {
		return err
	}
	return errors.Join(w.run(ctx, ctx), w.close(), ctx.Err())
}
