package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval-queue/internal/archive"
	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval/cli"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
)

// coordinator has the shards of a run run, and collects them.
type coordinator struct {
	*streams
	cli.QueuedRun
	program, project string // digests

	ended   map[int]bool // shards
	lost    map[int]int  // how often the folder of a shard was lost
	seen    uint64       // results up to this sequence
	givenUp uint64       // notices up to this sequence
	told    time.Time    // when people were last told how far it is
}

// coordinate has a run's shards run through the connection, which it closes.
func (c *client) coordinate(ctx context.Context, run cli.QueuedRun) error {
	defer c.conn.Close()
	s, err := c.openStreams(ctx)
	if err != nil {
		return err
	}
	return (&coordinator{streams: s, QueuedRun: run}).run(ctx)
}

// run returns when each shard has its folder, or the file of its end.
func (c *coordinator) run(ctx context.Context) (err error) {
	if c.program, err = programDigest(); err != nil {
		return err
	}
	c.ended, c.lost, c.told = map[int]bool{}, map[int]int{}, time.Now()
	for k := 1; k <= c.Shards; k++ {
		folder := filepath.Join(c.Folder, c.job(k).folder())
		c.ended[k] = exists(folder) || exists(folder+".lost")
	}
	if c.left() > 0 {
		err = c.send(ctx)
	}
	for err == nil && c.left() > 0 {
		if err = c.collect(ctx); err == nil {
			err = c.wait(ctx)
		}
	}
	if err == nil {
		c.clear(ctx)
	}
	return err
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func (c *coordinator) left() (n int) {
	for _, ended := range c.ended {
		if !ended {
			n++
		}
	}
	return n
}

func (c *coordinator) job(k int) *job {
	return &job{Run: c.Name, K: k, N: c.Shards, Args: c.Args, Reports: c.Reports, Model: c.Model, Program: c.program,
		Project: c.project}
}

// send sends the project, and each shard that has no result and is not in the queue.
func (c *coordinator) send(ctx context.Context) error {
	file := filepath.Join(c.Folder, "project.part")
	defer os.Remove(file)
	err := packFile(file, func(w io.Writer) error { return archive.Pack(w, c.Root, c.Files) })
	if err == nil {
		c.project, err = c.put(ctx, projectOf(c.Name), file)
	}
	if err == nil {
		err = c.collect(ctx)
	}
	for k := 1; k <= c.Shards && err == nil; k++ {
		if !c.ended[k] {
			err = c.enqueue(ctx, c.job(k))
		}
	}
	return err
}

func (c *coordinator) enqueue(ctx context.Context, j *job) error {
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	return c.try(ctx, "send a shard", func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, j.work(), text, jetstream.WithExpectLastSequencePerSubject(0))
		if isLast(err) { // it is in the queue, since before the run went on
			return nil
		}
		return err
	})
}

// Waits between two looks at the results, and between two lines about them.
const (
	pause = 200 * time.Millisecond
	quiet = 10 * time.Second
)

func (c *coordinator) wait(ctx context.Context) error {
	if time.Since(c.told) > quiet {
		c.told = time.Now()
		c.Tell(fmt.Sprintf("run %s: %d of %d shards have ended%s", c.Name, c.Shards-c.left(), c.Shards, c.idle(ctx)))
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pause):
		return nil
	}
}

// idle says that no worker takes shards of this run; empty: some do, or nobody knows.
func (c *coordinator) idle(ctx context.Context) string {
	one, stop := context.WithTimeout(ctx, patience)
	defer stop()
	info, err := c.js.Consumer(one, workStream, "workers-"+c.job(1).pool())
	switch {
	case errors.Is(err, jetstream.ErrConsumerNotFound), err == nil && idle(info.CachedInfo()):
		words := "; no worker with this very program waits for them"
		if c.Model != "" {
			words = "; no worker with this very program and --model " + c.Model + " waits for them"
		}
		return words + ": `beaver-eval-queue worker --queue …` starts one"
	}
	return ""
}

func idle(info *jetstream.ConsumerInfo) bool { return info.NumWaiting == 0 && info.NumAckPending == 0 }

// collect fetches the results that have come since it last looked, and ends the shards that the server has given up.
func (c *coordinator) collect(ctx context.Context) error {
	for {
		msg, err := c.next(ctx, resultsSubject+c.Name+".*", c.seen)
		if err != nil {
			return err
		}
		if msg == nil {
			break
		}
		c.seen = msg.Sequence
		if err := c.keep(ctx, msg); err != nil {
			return err
		}
	}
	for {
		msg, err := c.next(ctx, givenUpSubject, c.givenUp)
		if msg == nil || err != nil {
			return err
		}
		c.givenUp = msg.Sequence
		if err := c.giveUp(ctx, msg.Data); err != nil {
			return err
		}
	}
}

// next returns the first message of some subjects after a sequence; nil: there is none yet.
func (c *coordinator) next(ctx context.Context, subject string, after uint64) (msg *jetstream.RawStreamMsg, err error) {
	err = c.try(ctx, "read the results", func(ctx context.Context) (err error) {
		msg, err = c.results.GetMsg(ctx, after+1, jetstream.WithGetMsgSubject(subject))
		return err
	}, jetstream.ErrMsgNotFound)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return msg, err
}

// keep fetches the folder of a shard, or notes why there is none.
func (c *coordinator) keep(ctx context.Context, msg *jetstream.RawStreamMsg) error {
	var r result
	if err := json.Unmarshal(msg.Data, &r); err != nil || r.K < 1 || r.K > c.Shards {
		return fmt.Errorf("the queue has a result that belongs to no shard of %s: %.200q", c.Name, msg.Data)
	}
	if c.ended[r.K] {
		return nil
	}
	j := c.job(r.K)
	folder := filepath.Join(c.Folder, j.folder())
	if r.Lost != "" {
		c.Tell(fmt.Sprintf("shard %s: %s", j, r.Lost))
		c.ended[r.K] = true
		return disk.Write(folder+".lost", []byte(r.Lost+"\n"), 0o644)
	}
	err := c.get(ctx, r.Object, r.Digest, folder)
	if isWrong(err) && c.lost[r.K] < mostTries {
		c.lost[r.K]++
		c.Tell(fmt.Sprintf("shard %s: the queue has lost its folder (%v); it runs again", j, err))
		return c.again(ctx, j, msg.Sequence)
	}
	if err != nil {
		return fmt.Errorf("shard %s, from %s: %w", j, r.Worker, err)
	}
	c.ended[r.K] = true
	one, stop := context.WithTimeout(ctx, patience)
	defer stop()
	_ = c.objects.Delete(one, r.Object) // else it goes with time
	return nil
}

// again has a shard run whose result is worth nothing: a server that is killed may lose what it has just acknowledged.
func (c *coordinator) again(ctx context.Context, j *job, sequence uint64) error {
	err := c.try(ctx, "remove a result", func(ctx context.Context) error {
		return c.results.DeleteMsg(ctx, sequence)
	}, jetstream.ErrMsgNotFound, jetstream.ErrMsgDeleteUnsuccessful)
	if err != nil && ctx.Err() != nil {
		return err
	}
	return c.enqueue(ctx, j)
}

// giveUp ends a shard of which the server says that it was delivered too often.
func (c *coordinator) giveUp(ctx context.Context, text []byte) error {
	var notice struct {
		Sequence uint64 `json:"stream_seq"`
	}
	if err := json.Unmarshal(text, &notice); err != nil {
		return err
	}
	var msg *jetstream.RawStreamMsg
	err := c.try(ctx, "read a shard that was given up", func(ctx context.Context) (err error) {
		msg, err = c.work.GetMsg(ctx, notice.Sequence)
		return err
	}, jetstream.ErrMsgNotFound)
	if errors.Is(err, jetstream.ErrMsgNotFound) { // it has ended since
		return nil
	}
	var j job
	if err == nil {
		err = json.Unmarshal(msg.Data, &j)
	}
	if err != nil || j.Run != c.Name {
		return err
	}
	last, err := c.lastWords(ctx, &j)
	if err != nil {
		return err
	}
	lost := lostWords(cmp.Or(last.Try, mostTries), last.Worker, last.Said)
	r := result{K: j.K, Lost: lost, Worker: last.Worker, Tries: last.Try}
	if _, err := c.publishResult(ctx, &j, r); err != nil {
		return err
	}
	return c.try(ctx, "remove a shard that was given up", func(ctx context.Context) error {
		return c.work.DeleteMsg(ctx, notice.Sequence)
	}, jetstream.ErrMsgNotFound, jetstream.ErrMsgDeleteUnsuccessful)
}

func (c *coordinator) lastWords(ctx context.Context, j *job) (last words, err error) {
	err = c.try(ctx, "read the last words of a worker", func(ctx context.Context) error {
		msg, err := c.results.GetLastMsgForSubject(ctx, j.words())
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			last = words{Worker: "unknown", Said: "said nothing"}
			return nil
		}
		if err != nil {
			return err
		}
		return json.Unmarshal(msg.Data, &last)
	})
	return last, err
}

// clear removes what the run has left in the queue. What cannot be removed goes with time.
func (c *coordinator) clear(ctx context.Context) {
	one, stop := context.WithTimeout(ctx, patience)
	defer stop()
	errs := []error{
		c.work.Purge(one, jetstream.WithPurgeSubject(workSubject+"*."+c.Name+".>")),
		c.results.Purge(one, jetstream.WithPurgeSubject(resultsSubject+c.Name+".>")),
		c.results.Purge(one, jetstream.WithPurgeSubject(wordsSubject+c.Name+".>")),
		c.objects.Delete(one, projectOf(c.Name)),
	}
	if err := errors.Join(errs...); err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.Tell("not all of the run could be removed from the queue; it goes within a week: " + err.Error())
	}
}
