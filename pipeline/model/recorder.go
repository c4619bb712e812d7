package model

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/secrets"
)

// Recorder records the answers of the model behind it, which can be any model that says where its answers come from.
// What it records and passes on has its secrets masked, so a later replay equals the recording. Volatile text is
// replaced in the request alone: a replay gives the answer to the system, which must get the model's own text.
type Recorder struct {
	Next   pipeline.Model
	Mask   *secrets.Masker
	Repeat int // which sample this run is, from 1
	// reports whether a failure is passed on and not recorded; nil: all are recorded
	Leave func(*pipeline.Failure) bool
	// called with each line as it comes, one at a time, to save it; nil: not saved
	Keep func(Line) error

	mu    sync.Mutex
	lines map[string]Line
}

// Chat implements pipeline.Model. Answers and failures are recorded; an error that ends the case is not.
func (r *Recorder) Chat(ctx context.Context, req pipeline.Request) (pipeline.Response, error) {
	resp, err := r.Next.Chat(ctx, req)
	return r.add(Masked(r.Mask, req), resp, err)
}

// Add records the answer to a request whose secrets are already masked.
func (r *Recorder) Add(masked pipeline.Request, resp pipeline.Response, err error) error {
	_, err = r.add(masked, resp, err)
	if _, failed := errors.AsType[*pipeline.Failure](err); failed {
		return nil
	}
	return err
}

func (r *Recorder) add(kept pipeline.Request, resp pipeline.Response, err error) (pipeline.Response, error) {
	f, failed := errors.AsType[*pipeline.Failure](err)
	if err != nil && !failed {
		return resp, err
	}
	if !resp.Origin.Source.Recorded() {
		return resp, fmt.Errorf("an answer of source %q cannot be recorded: only what a server answered is a recording",
			resp.Origin.Source)
	}
	resp, f = MaskedResponse(r.Mask.Secrets(), resp), MaskedFailure(r.Mask.Secrets(), f)
	kept.Declared = nil
	l := Line{
		Path: kept.Path, Repeat: max(r.Repeat, 1), Source: resp.Origin.Source, Model: resp.Origin.Model,
		ModelDigest: resp.Origin.ModelDigest, Context: resp.Origin.Context, Server: resp.Origin.Server,
		At:      resp.Origin.At.Truncate(time.Second),
		Digest:  Digest(kept),
		Request: &kept, Response: resp,
	}
	if failed {
		l.Failure, err = f, f
	}
	if failed && r.Leave != nil && r.Leave(f) {
		return resp, err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lines == nil {
		r.lines = map[string]Line{}
	}
	r.lines[kept.Path] = l
	if r.Keep != nil {
		if err := r.Keep(l); err != nil {
			return resp, err
		}
	}
	return resp, err
}

// Recording returns the recorded calls at paths, in that order, the tree's, which does not depend on timing.
func (r *Recorder) Recording(caseID string, paths []string) *Recording {
	r.mu.Lock()
	defer r.mu.Unlock()
	rec := &Recording{Case: caseID}
	for _, p := range paths {
		if l, ok := r.lines[p]; ok {
			rec.Lines = append(rec.Lines, l)
		}
	}
	return rec
}
