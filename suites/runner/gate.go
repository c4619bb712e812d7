package runner

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// ArrivingGate holds requests until none has come for a while, and then lets them through one by one, in the order of
// their arrival or reversed. So a program's concurrent requests are there together, however fast an answer would be,
// and their order can be reversed.
type ArrivingGate struct {
	Next    pipeline.Arrivals
	Quiet   time.Duration // without a new request
	Reverse bool

	mu      sync.Mutex
	held    []*waitingCalls
	serving bool
	timer   *time.Timer
	beside  map[string][2]string // by stage: two concurrent requests, in words
}

// waitingCalls is a request at the gate.
type waitingCalls struct {
	arrival pipeline.Arrival
	through chan struct{}
	done    chan struct{}
}

// Arrived implements pipeline.Arrivals.
func (g *ArrivingGate) Arrived(ctx context.Context, a pipeline.Arrival) (pipeline.Response, error) {
	w := &waitingCalls{a, make(chan struct{}), make(chan struct{})}
	defer close(w.done)
	g.hold(w)
	select {
	case <-w.through:
		return g.Next.Arrived(ctx, a)
	case <-ctx.Done():
		return pipeline.Response{}, context.Cause(ctx)
	}
}

// hold keeps a request back, and restarts the timer.
func (g *ArrivingGate) hold(w *waitingCalls) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.held = append(g.held, w)
	if g.serving {
		return
	}
	if g.timer == nil {
		g.timer = time.AfterFunc(g.Quiet, g.open)
		return
	}
	g.timer.Reset(g.Quiet)
}

// open lets all waiting requests through, one after the other.
func (g *ArrivingGate) open() {
	g.mu.Lock()
	batch := g.held
	g.held, g.serving = nil, true
	g.note(batch)
	g.mu.Unlock()
	if g.Reverse {
		slices.Reverse(batch)
	}
	for _, w := range batch {
		close(w.through)
		<-w.done
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.serving = false
	if len(g.held) > 0 {
		g.timer.Reset(g.Quiet)
	}
}

// note records stages with concurrent requests.
func (g *ArrivingGate) note(batch []*waitingCalls) {
	first := map[string]string{}
	for _, w := range batch {
		stage := w.arrival.Stage
		words, second := first[stage]
		if !second {
			first[stage] = w.arrival.Words
			continue
		}
		if g.beside == nil {
			g.beside = map[string][2]string{}
		}
		if _, known := g.beside[stage]; !known {
			g.beside[stage] = [2]string{words, w.arrival.Words}
		}
	}
}

// Beside returns two concurrent requests, in words, by stage.
func (g *ArrivingGate) Beside() map[string][2]string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.beside
}
