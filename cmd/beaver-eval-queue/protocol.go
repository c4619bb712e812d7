package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Names on the servers. A shard to be run is a message of the work stream, until it is acknowledged:
//
//	beaver-eval.work.POOL.RUN.K
//
// A POOL is of the workers that can run it: those with the same program, and the model that the run asks. What became
// of it, and what its workers said last, are messages of the other stream, which also keeps the server's notices of
// messages that were delivered too often:
//
//	beaver-eval.results.RUN.K     one for each shard
//	beaver-eval.words.RUN.K
const (
	workStream    = "BEAVER_EVAL_WORK"
	resultsStream = "BEAVER_EVAL_RESULTS"
	bucket        = "beaver-eval" // of projects and the folders of shards

	workSubject    = "beaver-eval.work."
	resultsSubject = "beaver-eval.results."
	wordsSubject   = "beaver-eval.words."
	givenUpSubject = "$JS.EVENT.ADVISORY.CONSUMER.MAX_DELIVERIES." + workStream + ".>"
)

const (
	mostTries = 5                  // of a shard, then it ends as errors
	kept      = 7 * 24 * time.Hour // what a run that never ended has left
	silence   = 15 * time.Second   // of a worker, after which it is dead
	replicas  = 3                  // in a cluster
)

// job is a shard to be run.
type job struct {
	Run     string   `json:"run"`
	K       int      `json:"k"`
	N       int      `json:"n"`
	Args    []string `json:"args"`    // of the verb run
	Reports string   `json:"reports"` // the project's folder of reports
	Model   string   `json:"model,omitempty"`
	Program string   `json:"program"` // digest
	Project string   `json:"project"` // digest of the archive, the object RUN.project
}

func (j *job) String() string     { return fmt.Sprintf("%d/%d", j.K, j.N) }
func (j *job) folder() string     { return fmt.Sprintf("%d-of-%d", j.K, j.N) }
func (j *job) result() string     { return fmt.Sprintf("%s%s.%d", resultsSubject, j.Run, j.K) }
func (j *job) words() string      { return fmt.Sprintf("%s%s.%d", wordsSubject, j.Run, j.K) }
func (j *job) work() string       { return fmt.Sprintf("%s%s.%s.%d", workSubject, j.pool(), j.Run, j.K) }
func (j *job) pool() string       { return poolOf(j.Program, j.Model) }
func projectOf(run string) string { return run + ".project" }

// result is what became of a shard.
type result struct {
	K       int     `json:"k"`
	Object  string  `json:"object,omitempty"` // has its folder
	Digest  string  `json:"digest,omitempty"` // of the object, SHA-256
	Lost    string  `json:"lost,omitempty"`   // why it could not be run
	Worker  string  `json:"worker"`
	Tries   int     `json:"tries"`
	Seconds float64 `json:"seconds"` // from its delivery on
}

// words are what a worker says of a shard.
type words struct {
	Worker string `json:"worker"`
	Try    int    `json:"try"`
	Said   string `json:"said"`
}

// poolOf names the workers with a program and a model.
func poolOf(program, model string) string {
	sum := sha256.Sum256([]byte(program + "\n" + model))
	return hex.EncodeToString(sum[:8])
}

// programDigest returns the SHA-256 of this program.
var programDigest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return hex.EncodeToString(h.Sum(nil)), err
})

// streams are what a queue has on its servers.
type streams struct {
	*client
	work, results jetstream.Stream
	objects       jetstream.ObjectStore
}

// openStreams finds what the queue needs, and makes what is missing.
func (c *client) openStreams(ctx context.Context) (*streams, error) {
	s := &streams{client: c}
	n := 1
	if c.clustered {
		n = replicas
	}
	err := c.try(ctx, "make the streams", func(ctx context.Context) (err error) {
		s.work, err = c.stream(ctx, jetstream.StreamConfig{
			Name: workStream, Subjects: []string{workSubject + ">"}, Retention: jetstream.WorkQueuePolicy,
			Storage: jetstream.FileStorage, Replicas: n, MaxAge: kept,
		})
		if err != nil {
			return err
		}
		s.results, err = c.stream(ctx, jetstream.StreamConfig{
			Name: resultsStream, Subjects: []string{resultsSubject + ">", wordsSubject + ">", givenUpSubject},
			Storage: jetstream.FileStorage, Replicas: n, MaxAge: kept,
		})
		if err != nil {
			return err
		}
		s.objects, err = c.js.ObjectStore(ctx, bucket)
		if errors.Is(err, jetstream.ErrBucketNotFound) {
			s.objects, err = c.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{
				Bucket: bucket, Storage: jetstream.FileStorage, Replicas: n, TTL: kept,
			})
		}
		return err
	}, jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount)
	if err != nil {
		return nil, fmt.Errorf("--queue: %w", err)
	}
	return s, nil
}

// stream finds a stream, or makes it. One that is there stays as it is: an administrator may have changed it.
func (c *client) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	s, err := c.js.Stream(ctx, config.Name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err = c.js.CreateStream(ctx, config)
	}
	return s, err
}

// consumer returns that of a pool, from which its workers take shards.
func (s *streams) consumer(ctx context.Context, pool string) (consumer jetstream.Consumer, err error) {
	err = s.try(ctx, "find the workers' consumer", func(ctx context.Context) (err error) {
		consumer, err = s.work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: "workers-" + pool, FilterSubject: workSubject + pool + ".>",
			AckPolicy: jetstream.AckExplicitPolicy, AckWait: s.silence, MaxDeliver: mostTries,
			MaxAckPending: -1, InactiveThreshold: kept,
		})
		return err
	})
	return consumer, err
}

// isLast reports whether an error says that a subject has a message already, where none was expected.
func isLast(err error) bool {
	e, is := errors.AsType[*jetstream.APIError](err)
	return is && e.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}
