package app

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/app/internal/thread"
	"github.com/beaver-eval/beaver-eval/pipeline/app/program"
)

// Statuses of answers that are no model's. Clients retry after 409 and some of 500 and above; not after these.
const (
	statusBad    = http.StatusBadRequest
	statusLate   = http.StatusForbidden
	statusFailed = http.StatusBadRequest
)

// turn is a turn in progress: its requests, in the order of their arrival.
type turn struct {
	session *session
	with    pipeline.Asking
	place   string
	in      pipeline.Input
	began   chan struct{} // closed at the first request
	quiet   *sync.Cond    // signalled when a request has been answered

	mu       sync.Mutex
	calls    []*call
	names    thread.Namer
	stop     context.CancelCauseFunc // ends the turn
	under    int                     // requests in progress
	problems []string
	embedded int
	free     bool       // a turn without a call is fine
	golden   *accepted  // nil: not read yet
	embeds   sync.Mutex // serializes requests for vectors
}

func newTurn(d *session, with pipeline.Asking, place string, in pipeline.Input) *turn {
	t := &turn{session: d, with: with, place: place, in: in, began: make(chan struct{}), stop: func(error) {}}
	d.heard(in)
	t.quiet = sync.NewCond(&t.mu)
	return t
}

// run gives the turn to the program. The suite's limit counts from the turn's first request, which may itself take as
// long to come. A shorter limit of the run counts from that request too: a program's time to start says nothing of what
// it does then.
func (t *turn) run(ctx context.Context, rt *pipeline.Runtime, p *program.Program, n int) (string, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t.stop = stop
	done := make(chan struct{})
	defer close(done)
	limit := t.session.limit
	go func() {
		if !waits(done, t.began, limit) {
			stop(fmt.Errorf("no request within %v", limit))
			return
		}
		limit = rt.TurnLimit(limit)
		if !waits(done, nil, limit) {
			stop(fmt.Errorf("still at work %v after its first request", limit))
		}
	}()
	return p.Turn(ctx, n, t.in.Text)
}

// waits reports whether done or next is closed within a limit. A nil next never is.
func waits(done, next <-chan struct{}, limit time.Duration) bool {
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-next:
		return true
	case <-timer.C:
		return false
	}
}

// begins notes the first request. It is called with the lock held.
func (t *turn) begins() {
	if len(t.calls) == 0 && t.embedded == 0 {
		close(t.began)
	}
}

// maxProblems is how many refusals are kept.
const maxProblems = 20

// refused keeps a refusal, each text once.
func (t *turn) refused(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !slices.Contains(t.problems, what) && len(t.problems) < maxProblems {
		t.problems = append(t.problems, what)
	}
}

// arrivals returns the requests so far.
func (t *turn) arrivals() []pipeline.Arrival {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := make([]pipeline.Arrival, len(t.calls))
	for i, c := range t.calls {
		all[i] = c.arrival
	}
	return all
}

// embed answers a request for vectors.
func (t *turn) embed(ctx context.Context, texts []string) ([][]float32, error) {
	t.embeds.Lock()
	defer t.embeds.Unlock()
	t.mu.Lock()
	t.begins()
	t.embedded++
	t.mu.Unlock()
	return t.with.Embed(ctx, texts)
}
