package faults

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/fault"
	"github.com/beaver-eval/beaver-eval/pipeline/model"
)

// injection is a fault of one request of an intended run.
type injection struct {
	intended *course
	target   *ask
	nth      int // the target's position among identical requests, from 1
	fault    fault.Fault
	name     string            // of the fault, with its place if it has several
	put      pipeline.Response // in place of the target's answer
	every    bool              // each time that the request is sent
}

// breaker answers the requests of a run with a fault. Requests of the intended run get the answers that they had there,
// however often and in whatever order they come; the target gets a broken one. It implements pipeline.Arrivals.
type breaker struct {
	injection
	stop context.CancelCauseFunc // ends the run

	mu         sync.Mutex
	next       pipeline.Arrivals
	asked      map[key]int
	requests   int
	broken     int
	told       time.Time // when the program was told to wait
	waited     Waited
	unanswered int
	endless    string // why the run was ended; empty: it was not
}

// errEndless ends a run that would go on for ever.
var errEndless = errors.New("it goes on asking")

// most returns how many requests a run can have.
func (b *breaker) most() int { return 4*len(b.intended.asks) + 20 }

// Arrived implements pipeline.Arrivals.
func (b *breaker) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	k := key{a.Place, model.Digest(a.Request)}
	n, breaks := b.counts(k)
	switch {
	case b.ended() != "":
		b.stop(errEndless)
		return pipeline.Response{}, &pipeline.Failure{Reason: pipeline.Timeout, Err: errEndless}
	case breaks && b.fault.Application.How == "":
		return b.put, nil
	case breaks:
		return b.put, &pipeline.Injected{How: b.fault.Application.How}
	}
	if was := b.was(k, n); was != nil {
		return was.answer, was.err
	}
	return b.others(ctx, a)
}

// counts registers a request: it is the n-th of its kind that does not break, or it breaks.
func (b *breaker) counts(k key) (n int, breaks bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.asked == nil {
		b.asked = map[key]int{}
	}
	b.requests++
	b.asked[k]++
	n = b.asked[k]
	if b.requests > b.most() {
		b.endless = fmt.Sprintf("it was ended after %d requests; the intended run has %d", b.most(),
			len(b.intended.asks))
	}
	if k != b.target.key {
		return n, false
	}
	if breaks = n == b.nth || b.every && n > b.nth; breaks {
		b.broken++
	}
	switch {
	case b.fault.Application.How != pipeline.InjectedRateWait:
	case breaks:
		b.told = time.Now()
	case n == b.nth+1:
		b.waited = waitedFor(time.Since(b.told))
	}
	if b.broken > mostAsks {
		b.endless = fmt.Sprintf("it was ended after asking the same %d times", mostAsks)
	}
	return n - b.broken, breaks
}

// waitedFor says how a time compares with the second for which a program was told to wait. A timer may be early by a
// little, and a retry at once takes a moment.
func waitedFor(d time.Duration) Waited {
	switch {
	case d >= 950*time.Millisecond:
		return WaitedTold
	case d >= 250*time.Millisecond:
		return WaitedLess
	}
	return WaitedNone
}

func (b *breaker) ended() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.endless
}

// was returns the n-th request of a key in the intended run, or the last one if there are fewer; nil: none.
func (b *breaker) was(k key, n int) (found *ask) {
	for i := range b.intended.asks {
		if a := &b.intended.asks[i]; a.key == k {
			if found = a; n <= 1 {
				break
			}
			n--
		}
	}
	return found
}

// others answers a request that the intended run does not have. Requests whose answer was broken are not counted: they
// use up no answer of a list in the case. A broken tool call does, since the program goes on with the tool's result.
func (b *breaker) others(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	b.mu.Lock()
	if b.fault.Class != fault.Tool && a.Stage == b.target.request.Stage && a.Place == b.target.place {
		a.Number -= b.broken
	}
	b.mu.Unlock()
	resp, err := b.next.Arrived(ctx, a)
	if _, failed := errors.AsType[*pipeline.Failure](err); err == nil || failed || ctx.Err() != nil {
		return resp, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unanswered++
	return pipeline.Response{
		Content: answered, Origin: pipeline.Origin{Source: pipeline.SourceScripted, Match: pipeline.MatchOtherwise},
	}, nil
}

// watcher records how clients want their answers. It implements pipeline.Arrivals.
type watcher struct {
	next pipeline.Arrivals

	mu     sync.Mutex
	wanted map[key]wanted
}

// Arrived implements pipeline.Arrivals.
func (w *watcher) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	w.mu.Lock()
	w.wanted[key{a.Place, model.Digest(a.Request)}] = wanted{a.Streamed, a.Provider}
	w.mu.Unlock()
	return w.next.Arrived(ctx, a)
}
