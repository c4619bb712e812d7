package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// soak returns a number for the tests of each day, and another one for make soak.
func soak(short, long int) int {
	if os.Getenv("BEAVER_EVAL_SOAK") != "" {
		return long
	}
	return short
}

// Three servers that replicate and four workers lose nothing and do nothing twice, whichever of them are killed and
// when, and so does a coordinator that is killed and goes on: the run is the ordinary one.
func TestDeaths(t *testing.T) {
	project, want := newProject(t, soak(120, 10_000))
	for seed := range uint64(soak(1, 20)) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			begun := time.Now()
			d := newDeaths(t, copied(t, project), seed, nil)
			d.run([]string{"run", "--queue", d.cluster.url, "--queue-shards", fmt.Sprint(soak(12, 20))}, 1)
			wantSame(t, reported(t, d.dir), want)
			d.cluster.wantEmpty(d.js)
			t.Logf("%d workers, %d leaders and %d coordinators killed; at most %.1f s without a leader; %.1f s",
				d.workersKilled, d.leadersKilled, d.coordinators, d.leaderless.Seconds(), time.Since(begun).Seconds())
		})
	}
}

// Shards that have next to nothing to do are the run, too. They show what a shard costs.
func TestManyShards(t *testing.T) {
	project, want := newProject(t, 12)
	d := newDeaths(t, project, 1, nil)
	n, begun := soak(30, 200), time.Now()
	does(t, roleProgram, project, 1, "run", "--queue", d.cluster.url, "--queue-shards", fmt.Sprint(n))
	took := time.Since(begun).Seconds()
	wantSame(t, reported(t, project), want)
	t.Logf("%d shards by 4 workers: %.1f s, %.1f shards/s", n, took, float64(n)/took)
}

// deaths is a cluster with workers of which some die.
type deaths struct {
	t       *testing.T
	cluster *cluster
	js      jetstream.JetStream
	pause   time.Duration // between two deaths, at most
	rand    *rand.Rand
	dir     string
	worker  []string // arguments
	workers []*process

	workersKilled, leadersKilled, coordinators int

	leaderless time.Duration // the longest time until there was another leader
}

func newDeaths(t *testing.T, dir string, seed uint64, worker []string) *deaths {
	t.Helper()
	d := &deaths{t: t, cluster: newCluster(t, 3, ""), rand: rand.New(rand.NewPCG(seed, 41)), dir: dir,
		pause: time.Duration(soak(1500, 30_000)) * time.Millisecond}
	d.js = d.cluster.connect()
	d.worker = append([]string{"worker", "--queue", d.cluster.url}, worker...)
	for range 4 {
		d.workers = append(d.workers, start(t, roleProgram, dir, nil, d.worker...))
	}
	return d
}

// run runs a coordinator to its end, while others die; every second time it dies itself, and goes on.
func (d *deaths) run(args []string, code int) {
	d.t.Helper()
	p := start(d.t, roleProgram, d.dir, nil, args...)
	awaitFile(d.t, filepath.Join(d.dir, "reports", "queued", "*", "*-of-*")) // it is in progress
	ended := make(chan struct{})
	go func() { _ = p.Wait(); close(ended) }()
	for {
		select {
		case <-ended:
			if got := p.ProcessState.ExitCode(); got != code {
				d.t.Fatalf("exit code %d, want %d\n%s%s", got, code, &p.out, &p.err)
			}
			return
		case <-time.After(time.Duration(d.rand.Int64N(int64(d.pause)))):
		}
		switch d.rand.IntN(5) {
		case 0, 1:
			if d.workersKilled < mostTries-2 { // otherwise a shard may end as errors
				d.killWorker()
			}
		case 2, 3:
			if d.leadersKilled < 3 {
				d.killLeader()
			}
		case 4:
			if d.coordinators > 0 || p.Process.Kill() != nil {
				break
			}
			<-ended
			if p.ProcessState.ExitCode() == code { // it had ended before
				return
			}
			d.coordinators++
			p = start(d.t, roleProgram, d.dir, nil, resumed(d.t, d.dir, "--queue", d.cluster.url)...)
			ended = make(chan struct{})
			go func() { _ = p.Wait(); close(ended) }()
		}
	}
}

func (d *deaths) killWorker() {
	i := d.rand.IntN(len(d.workers))
	d.workers[i].kill(d.t)
	d.workersKilled++
	d.workers[i] = start(d.t, roleProgram, d.dir, nil, d.worker...)
}

// killLeader kills the leading server, and starts it again; another one is not killed meanwhile.
func (d *deaths) killLeader() {
	i, err := d.cluster.leader(d.js)
	if err != nil {
		return // one is being chosen
	}
	d.cluster.kill(i)
	d.leadersKilled++
	begun, away := time.Now(), time.Duration(d.rand.Int64N(int64(2*time.Second)))
	for time.Since(begun) < time.Minute {
		if now, err := d.cluster.leader(d.js); err == nil && now != i {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	d.leaderless = max(d.leaderless, time.Since(begun))
	time.Sleep(away)
	d.cluster.restart(i)
}

// While two servers of three are down, nothing is lost, and the run ends once one is back.
func TestTwoOfThreeDown(t *testing.T) {
	project, want := newProject(t, 40)
	d := newDeaths(t, project, 1, nil)
	p := start(t, roleProgram, project, nil, "run", "--queue", d.cluster.url, "--queue-shards", "12")
	awaitFile(t, filepath.Join(project, "reports", "queued", "*", "*-of-12"))
	d.cluster.kill(0)
	d.cluster.kill(1)
	time.Sleep(5 * time.Second)
	if p.ProcessState != nil {
		t.Fatalf("it has ended:\n%s%s", &p.out, &p.err)
	}
	d.cluster.restart(1)
	if code := p.end(t); code != 1 {
		t.Fatalf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	wantSame(t, reported(t, project), want)
}

// A shard that kills each of its workers ends as errors: the server gives it up.
func TestShardThatKills(t *testing.T) {
	project, _ := newProject(t, 12)
	c := newCluster(t, 1, "")
	js := c.connect()
	p := start(t, roleProgram, project, nil, "run", "--queue", c.url, "--queue-shards", "3", "--full")
	dead := 0
	for begun := time.Now(); dead < mostTries; dead++ {
		w := start(t, roleProgram, project, []string{badKey + "=2/3 kills"}, "worker", "--queue", c.url)
		if w.end(t) != -1 || time.Since(begun) > 4*time.Minute {
			t.Fatalf("a worker was not killed:\n%s", &w.err)
		}
	}
	others := start(t, roleProgram, project, nil, "worker", "--queue", c.url)
	if code := p.end(t); code != 2 {
		t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	for _, want := range []string{"shard 2/3: given up after 5 tries", "began, and was not heard of again"} {
		if !strings.Contains(p.out.String(), want) {
			t.Errorf("no %q in\n%s", want, &p.out)
		}
	}
	others.kill(t)
	c.wantEmpty(js)
}

// A shard whose folder the queue has lost, though its result is there, runs again.
func TestLostFolder(t *testing.T) {
	project, want := newProject(t, 12)
	c := newCluster(t, 1, "")
	c.connect()
	p := start(t, roleProgram, project, nil, "run", "--queue", c.url, "--queue-shards", "3")
	s := opened(t, c.url)
	program, err := programDigest()
	if err != nil {
		t.Fatal(err)
	}
	from, err := s.consumer(t.Context(), poolOf(program, ""))
	if err != nil {
		t.Fatal(err)
	}
	msg, err := from.Next(jetstream.FetchMaxWait(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	var j job
	if err := json.Unmarshal(msg.Data(), &j); err != nil {
		t.Fatal(err)
	}
	r := result{K: j.K, Object: "lost", Digest: strings.Repeat("0", 64), Worker: "another one"}
	if _, err := s.publishResult(t.Context(), &j, r); err != nil {
		t.Fatal(err)
	}
	if err := msg.DoubleAck(t.Context()); err != nil {
		t.Fatal(err)
	}
	start(t, roleProgram, project, nil, "worker", "--queue", c.url)
	if code := p.end(t); code != 1 {
		t.Fatalf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	if said := p.err.String(); !strings.Contains(said, "has lost its folder") {
		t.Errorf("it said\n%s", said)
	}
	wantSame(t, reported(t, project), want)
}

// SIGTERM lets a worker end the shard that it has, and take no other.
func TestWorkerDrains(t *testing.T) {
	project, want := newProject(t, 40)
	c := newCluster(t, 1, "")
	js := c.connect()
	p := start(t, roleProgram, project, nil, "run", "--queue", c.url, "--queue-shards", "6")
	w := start(t, roleProgram, project, nil, "worker", "--queue", c.url)
	awaitFile(t, filepath.Join(project, "reports", "queued", "*", "*-of-6"))
	if err := w.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if code := w.end(t); code != 0 {
		t.Errorf("the worker ended with %d\n%s", code, &w.err)
	}
	consumers, err := js.Stream(t.Context(), workStream)
	if err != nil {
		t.Fatal(err)
	}
	for info := range consumers.ListConsumers(t.Context()).Info() {
		if info.NumAckPending > 0 || info.NumRedelivered > 0 {
			t.Errorf("it has left %d shards, and %d were delivered again", info.NumAckPending, info.NumRedelivered)
		}
	}
	start(t, roleProgram, project, nil, "worker", "--queue", c.url)
	if code := p.end(t); code != 1 {
		t.Errorf("exit code %d\n%s%s", code, &p.out, &p.err)
	}
	wantSame(t, reported(t, project), want)
}
