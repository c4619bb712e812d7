package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/beaver-eval/beaver-eval/cmd/beaver-eval-queue/internal/archive"
	"github.com/beaver-eval/beaver-eval/fixtures/disk"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// worker runs shards, one at a time.
type worker struct {
	*streams
	name    string   // of its machine and process
	program string   // digest
	model   string   // whose runs it takes; empty: those whose cases have the answers
	servers []string // flags of the servers that it asks

	scratch *scratch
	project string // digest of the archive that is unpacked there; empty: none
}

// newWorker returns a worker of a queue. Its folder is removed by close.
func newWorker(s *streams, model string, servers []string) (*worker, error) {
	w := &worker{streams: s, model: model, servers: servers}
	host, err := os.Hostname()
	if err != nil {
		return nil, err
	}
	w.name = fmt.Sprintf("%s, process %d", host, os.Getpid())
	if w.program, err = programDigest(); err == nil {
		w.scratch, err = newScratch()
	}
	return w, err
}

func (w *worker) close() error { return w.scratch.remove() }

// longPoll is how long a worker waits for a shard before it asks again.
const longPoll = 5 * time.Second

// run takes shards until drain ends: the shard in progress then goes on to its end. When ctx ends, it is given back.
func (w *worker) run(ctx, drain context.Context) error {
	from, err := w.consumer(ctx, poolOf(w.program, w.model))
	failures := 0 // in a row
	for err == nil && drain.Err() == nil {
		var msg jetstream.Msg
		if msg, err = w.next(drain, from); err != nil {
			from, err = w.again(drain, from, err)
			continue
		}
		if failures++; w.take(ctx, msg) {
			failures = 0
		}
		w.rest(drain, failures)
	}
	if drain.Err() != nil {
		return nil
	}
	return err
}

// How long a worker rests after failures: one that can run nothing leaves the shards to others.
const (
	firstRest   = 2 * time.Second
	longestRest = time.Minute
)

func (w *worker) rest(ctx context.Context, failures int) {
	if failures == 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(min(firstRest<<min(failures-1, 10), longestRest)):
	}
}

func (w *worker) next(ctx context.Context, from jetstream.Consumer) (jetstream.Msg, error) {
	one, stop := context.WithTimeout(ctx, longPoll)
	defer stop()
	return from.Next(jetstream.FetchContext(one))
}

// again returns the consumer after it gave no shard: there was none, or the queue did not answer, or the consumer is
// gone, since nobody asked it for long.
func (w *worker) again(ctx context.Context, from jetstream.Consumer, err error) (jetstream.Consumer, error) {
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
		return from, nil
	}
	select {
	case <-ctx.Done():
		return from, nil
	case <-time.After(firstWait):
	}
	if !errors.Is(err, jetstream.ErrConsumerNotFound) && !errors.Is(err, jetstream.ErrConsumerDeleted) {
		return from, nil
	}
	return w.consumer(ctx, poolOf(w.program, w.model))
}

// take runs the shard of a message, and says what became of it. It reports whether the shard ran.
func (w *worker) take(ctx context.Context, msg jetstream.Msg) bool {
	var j job
	meta, err := msg.Metadata()
	if err == nil {
		err = json.Unmarshal(msg.Data(), &j)
	}
	if err == nil && (j.work() != msg.Subject() || j.Program != w.program) {
		err = errors.New("its subject is of another shard")
	}
	if err != nil {
		w.tell(fmt.Sprintf("a message of the queue is no shard, and is dropped: %v", err))
		_ = msg.TermWithReason("no shard") // otherwise the next worker says the same
		return false
	}
	begun, try := time.Now(), int(meta.NumDelivered)
	alive, stop := context.WithCancel(ctx)
	go w.keepAlive(alive, msg)
	defer stop()
	w.say(ctx, &j, try, "began, and was not heard of again")
	r := result{K: j.K, Worker: w.name, Tries: try}
	err = w.do(ctx, &j, &r)
	if r.Seconds = time.Since(begun).Seconds(); err == nil {
		err = w.end(ctx, &j, r, msg)
	}
	switch {
	case err == nil:
		w.tell(fmt.Sprintf("shard %s of %s: %.1f s", &j, j.Run, r.Seconds))
	case ctx.Err() != nil:
		_ = msg.Nak() // another worker takes it at once, or later if this is not heard
	case try >= mostTries:
		r.Object, r.Digest, r.Lost = "", "", lostWords(try, w.name, err.Error())
		w.tell(fmt.Sprintf("shard %s of %s: %s", &j, j.Run, r.Lost))
		_ = w.end(ctx, &j, r, msg) // fails only when ctx ends: then the server gives it up
	default:
		w.tell(fmt.Sprintf("shard %s of %s, try %d of %d: %v", &j, j.Run, try, mostTries, err))
		w.say(ctx, &j, try, err.Error())
		_ = msg.NakWithDelay(time.Duration(try) * time.Second)
	}
	return err == nil
}

// lostWords says why a shard ended as errors.
func lostWords(try int, worker, said string) string {
	return fmt.Sprintf("given up after %d tries; the last worker (%s): %s", try, worker, secrets.New().Text(said))
}

// keepAlive tells the queue that a shard is in progress.
func (w *worker) keepAlive(ctx context.Context, msg jetstream.Msg) {
	tick := time.NewTicker(w.silence / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = msg.InProgress() // if it is not heard, the shard runs twice, and counts once
		}
	}
}

// say keeps what a worker says of a shard, for the case that it says nothing more.
func (w *worker) say(ctx context.Context, j *job, try int, said string) {
	text, err := json.Marshal(words{Worker: w.name, Try: try, Said: secrets.New().Text(said)})
	if err != nil {
		return
	}
	_ = w.try(ctx, "say how a shard goes", func(ctx context.Context) error {
		_, err := w.js.Publish(ctx, j.words(), text)
		return err
	})
}

// do runs a shard, and sends its folder to the object store.
func (w *worker) do(ctx context.Context, j *job, r *result) error {
	dir, err := w.open(ctx, j)
	if err != nil {
		return err
	}
	folder := filepath.Join(dir, filepath.FromSlash(j.Reports), "shards", j.folder())
	if err := os.RemoveAll(folder); err != nil { // of another run
		return err
	}
	defer os.RemoveAll(folder)
	if err := runShard(ctx, dir, j, w.servers); err != nil {
		return err
	}
	if n, err := unanswered(folder); err != nil || n > 0 && r.Tries < mostTries {
		return cmp.Or(err, fmt.Errorf("servers gave no answer to %d of its cases", n))
	}
	r.Object = fmt.Sprintf("%s.%d.%d-%d", j.Run, j.K, os.Getpid(), time.Now().UnixNano())
	file := filepath.Join(w.scratch.dir, "sent")
	if err := packFile(file, func(to io.Writer) error { return archive.PackTree(to, folder) }); err != nil {
		return err
	}
	defer os.Remove(file)
	r.Digest, err = w.put(ctx, r.Object, file)
	return err
}

// unanswered returns how many cases of a shard had no answer of a server.
func unanswered(folder string) (int, error) {
	text, err := disk.ReadFile(filepath.Join(folder, "run.json"), maxInfo)
	var info struct {
		NoAnswer int `json:"no_answer"`
	}
	if err == nil {
		err = json.Unmarshal(text, &info)
	}
	return info.NoAnswer, err
}

const maxInfo = 64 << 20 // bytes of a run.json

// open returns the folder of the project that a shard needs, and fetches it unless it is there.
func (w *worker) open(ctx context.Context, j *job) (string, error) {
	dir := filepath.Join(w.scratch.dir, "project")
	if w.project == j.Project {
		return dir, nil
	}
	w.project = ""
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := w.get(ctx, projectOf(j.Run), j.Project, dir); err != nil {
		return "", fmt.Errorf("the project cannot be fetched: %w", err)
	}
	w.project = j.Project
	return dir, nil
}

// end publishes the result of a shard, unless it has one, and acknowledges it. If its message is gone, another worker
// has ended it, and perhaps the run is over: nobody would remove a result then.
func (w *worker) end(ctx context.Context, j *job, r result, msg jetstream.Msg) error {
	gone, err := w.isGone(ctx, msg)
	if err != nil {
		return err
	}
	if gone {
		_ = w.objects.Delete(ctx, r.Object) // else it goes with time, and so do the words
		_ = w.results.Purge(ctx, jetstream.WithPurgeSubject(j.words()))
		return nil
	}
	stored, err := w.publishResult(ctx, j, r)
	if err != nil {
		return err
	}
	if !stored && r.Object != "" {
		_ = w.objects.Delete(ctx, r.Object) // else it goes with time
	}
	return w.try(ctx, "acknowledge a shard", msg.DoubleAck, jetstream.ErrMsgAlreadyAckd, nats.ErrMsgAlreadyAckd)
}

func (w *worker) isGone(ctx context.Context, msg jetstream.Msg) (bool, error) {
	meta, err := msg.Metadata()
	if err != nil {
		return false, err
	}
	err = w.try(ctx, "find the message of a shard", func(ctx context.Context) error {
		_, err := w.work.GetMsg(ctx, meta.Sequence.Stream)
		return err
	}, jetstream.ErrMsgNotFound)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return true, nil
	}
	return false, err
}

// publishResult stores the result of a shard; it reports whether this is the one that counts.
func (s *streams) publishResult(ctx context.Context, j *job, r result) (stored bool, err error) {
	text, err := json.Marshal(r)
	if err != nil {
		return false, err
	}
	err = s.try(ctx, "store the result of a shard", func(ctx context.Context) error {
		_, err := s.js.Publish(ctx, j.result(), text, jetstream.WithExpectLastSequencePerSubject(0))
		if !isLast(err) {
			return err
		}
		// Of another worker, or of a try of this one whose answer was lost.
		was, err := s.results.GetLastMsgForSubject(ctx, j.result())
		if err == nil && string(was.Data) != string(text) {
			return errOther
		}
		return err
	}, errOther)
	if errors.Is(err, errOther) {
		return false, nil
	}
	return err == nil, err
}

var errOther = errors.New("the shard has a result")

// put stores a file as an object, and returns its SHA-256.
func (s *streams) put(ctx context.Context, object, file string) (digest string, err error) {
	err = s.try(ctx, "send "+object, func(ctx context.Context) error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		h := sha256.New()
		_, err = s.objects.Put(ctx, jetstream.ObjectMeta{Name: object}, io.TeeReader(f, h))
		digest = hex.EncodeToString(h.Sum(nil))
		return err
	}, os.ErrNotExist)
	return digest, err
}

var errDigest = errors.New("its SHA-256 is not what was announced")

// mostWrong is how often in a row servers may give another object than was announced, or none: one that was down does
// not have all of it until it has caught up.
const mostWrong = 8

// get unpacks an object of a SHA-256 into a folder, which it makes as a whole or not at all.
func (s *streams) get(ctx context.Context, object, digest, dir string) error {
	parts, file := dir+".part", dir+".fetched"
	defer os.RemoveAll(parts)
	defer os.Remove(file)
	wrong := 0
	var local error // of our own disk, which asking again does not mend
	err := s.try(ctx, "fetch "+object, func(ctx context.Context) error {
		err := s.fetch(ctx, object, digest, file)
		if _, ours := errors.AsType[*fs.PathError](err); ours {
			local = err
			return nil
		}
		if !isWrong(err) {
			return err
		}
		if wrong++; wrong < mostWrong {
			return errors.New(err.Error()) // no answer yet
		}
		return err
	}, errDigest, jetstream.ErrObjectNotFound, jetstream.ErrDigestMismatch)
	if err = cmp.Or(err, local); err == nil {
		err = unpackFile(file, parts)
	}
	if err == nil {
		err = os.Rename(parts, dir)
	}
	return err
}

func isWrong(err error) bool {
	return errors.Is(err, errDigest) || errors.Is(err, jetstream.ErrObjectNotFound) ||
		errors.Is(err, jetstream.ErrDigestMismatch)
}

// fetch writes an object to a file; errDigest if it is another one.
func (s *streams) fetch(ctx context.Context, object, digest, file string) error {
	o, err := s.objects.Get(ctx, object)
	if err != nil {
		return err
	}
	defer o.Close()
	h := sha256.New()
	err = packFile(file, func(to io.Writer) error {
		_, err := io.Copy(to, io.TeeReader(o, h))
		return err
	})
	if err == nil && hex.EncodeToString(h.Sum(nil)) != digest {
		return errDigest
	}
	return err
}

// unpackFile unpacks an archive into a folder, which it makes anew.
func unpackFile(file, dir string) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := cmp.Or(os.RemoveAll(dir), os.Mkdir(dir, 0o755)); err != nil {
		return err
	}
	return archive.Unpack(f, dir)
}

// packFile writes a file that is sent.
func packFile(name string, pack func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(pack(f), f.Close())
}
