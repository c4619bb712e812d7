package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// serve runs a NATS server by a configuration, until the process is killed.
func serve(config string) int {
	options, err := server.ProcessConfigFile(config)
	if err == nil {
		options.NoSigs, options.LogFile = true, config+".log"
		var srv *server.Server
		if srv, err = server.NewServer(options); err == nil {
			srv.ConfigureLogger()
			srv.Start()
			srv.WaitForShutdown()
			return 0
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// cluster are the servers of a queue, each a process.
type cluster struct {
	t       *testing.T
	names   []string
	configs []string
	url     string // of all
	running []*process
}

// newCluster starts n servers, which replicate if there are several. more is added to the configuration of each.
func newCluster(t *testing.T, n int, more string) *cluster {
	t.Helper()
	c := &cluster{t: t}
	var urls, routes []string
	clients, peers := freePorts(t, n), freePorts(t, n)
	for i := range n {
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", clients[i]))
		routes = append(routes, fmt.Sprintf("nats-route://127.0.0.1:%d", peers[i]))
	}
	for i := range n {
		dir := t.TempDir()
		name := fmt.Sprintf("n%d", i+1)
		text := fmt.Sprintf("server_name: %s\nlisten: 127.0.0.1:%d\njetstream: {store_dir: %q}\n%s\n", name, clients[i],
			filepath.Join(dir, "store"), more)
		if n > 1 {
			text += fmt.Sprintf("cluster: {name: tests, listen: 127.0.0.1:%d, routes: [%s]}\n", peers[i],
				strings.Join(routes, ", "))
		}
		c.names, c.configs = append(c.names, name), append(c.configs, filepath.Join(dir, "server.conf"))
		if err := os.WriteFile(c.configs[i], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c.running = append(c.running, start(t, roleServer, dir, nil, c.configs[i]))
	}
	c.url = strings.Join(urls, ",")
	return c
}

// freePorts returns ports that nobody listens on at the moment.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// connect returns a client of the cluster, once it answers.
func (c *cluster) connect() jetstream.JetStream {
	c.t.Helper()
	var err error
	for begun := time.Now(); time.Since(begun) < 2*time.Minute; time.Sleep(100 * time.Millisecond) {
		var conn *nats.Conn
		if conn, err = nats.Connect(c.url, nats.MaxReconnects(-1)); err != nil {
			continue
		}
		js, newErr := jetstream.New(conn)
		if newErr != nil {
			c.t.Fatal(newErr)
		}
		if _, err = js.AccountInfo(c.t.Context()); err == nil {
			c.t.Cleanup(conn.Close)
			return js
		}
		conn.Close()
	}
	c.t.Fatalf("no server answers: %v", err)
	return nil
}

// leader returns the index of the server that leads the stream of results.
func (c *cluster) leader(js jetstream.JetStream) (int, error) {
	ctx, stop := context.WithTimeout(c.t.Context(), 5*time.Second)
	defer stop()
	s, err := js.Stream(ctx, resultsStream)
	if err != nil {
		return 0, err
	}
	for i, name := range c.names {
		if info := s.CachedInfo(); info.Cluster != nil && info.Cluster.Leader == name {
			return i, nil
		}
	}
	return 0, errors.New("there is no leader")
}

func (c *cluster) kill(i int) { c.running[i].kill(c.t) }

func (c *cluster) restart(i int) {
	c.running[i] = start(c.t, roleServer, filepath.Dir(c.configs[i]), nil, c.configs[i])
}

// wantEmpty fails if anything of a run is left in the queue.
func (c *cluster) wantEmpty(js jetstream.JetStream) {
	c.t.Helper()
	work, err := js.Stream(c.t.Context(), workStream)
	if err != nil {
		c.t.Fatal(err)
	}
	if n := work.CachedInfo().State.Msgs; n > 0 {
		c.t.Errorf("%d shards are left in the queue", n)
	}
	results, err := js.Stream(c.t.Context(), resultsStream)
	if err != nil {
		c.t.Fatal(err)
	}
	info, err := results.Info(c.t.Context(), jetstream.WithSubjectFilter("beaver-eval.>"))
	if err != nil {
		c.t.Fatal(err)
	}
	if n := len(info.State.Subjects); n > 0 {
		c.t.Errorf("%d subjects of results are left: %v", n, info.State.Subjects)
	}
}
