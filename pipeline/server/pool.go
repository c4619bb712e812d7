package server

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// How long a host is left alone.
const (
	firstAside = 30 * time.Second // after a failed connection; twice as long each time
	mostAside  = 5 * time.Minute
	busyAside  = time.Second // after overload
)

// pool distributes calls over the hosts. A call takes the host with the fewest calls in progress, and waits in the
// order of arrival while all are full. An unreachable host is set aside for a while.
type pool struct {
	hosts    []*Host
	parallel int           // calls for each host
	pause    time.Duration // of a busy host

	mu      sync.Mutex // guards the fields below, and the pool's fields of a host
	waiting []*waiter  // in the order of arrival
	wake    *time.Timer
}

// waiter is a call that waits for a host other than those it has tried.
type waiter struct {
	tried []*Host
	got   chan *Host
}

func newPool(hosts []*Host, parallel int, pause time.Duration) *pool {
	return &pool{hosts: hosts, parallel: parallel, pause: pause}
}

// take waits for a host that the call has not tried. There must be one. The caller gives it back.
func (p *pool) take(ctx context.Context, tried []*Host) (*Host, error) {
	w := &waiter{tried: tried, got: make(chan *Host, 1)}
	p.mu.Lock()
	p.waiting = append(p.waiting, w)
	p.serve()
	p.mu.Unlock()
	select {
	case h := <-w.got:
		return h, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, w); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	} else {
		(<-w.got).calls--
		p.serve()
	}
	return nil, ctx.Err()
}

// give returns a host, and infers its state from the call's error.
func (p *pool) give(h *Host, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	h.calls--
	o, told := errors.AsType[Outcome](err)
	switch now := time.Now(); {
	case isUnreachable(err):
		if !h.until.After(now) { // other calls in progress bring no news
			h.aside = min(max(2*h.aside, firstAside), mostAside)
			h.until, h.busy = now.Add(h.aside), false
		}
	case o.repeats():
		h.until, h.busy = now.Add(p.pauseAfter(err)), true
	case err == nil, told && o != RequestTooLarge && o != Late:
		h.until, h.aside, h.busy = time.Time{}, 0, false
	}
	p.serve()
}

// pauseAfter returns how long a busy host is left alone: as long as it asks for, within limits.
func (p *pool) pauseAfter(err error) time.Duration {
	if later, ok := errors.AsType[*laterError](err); ok && p.pause >= 0 {
		return min(later.after, mostAfter)
	}
	return p.pause
}

// isUnreachable reports whether no answer has begun: another host can be asked without side effects.
func isUnreachable(err error) bool { return errors.Is(err, Refused) || errors.Is(err, Reset) }

// serve gives hosts to waiters, and schedules itself for the return of the next host.
func (p *pool) serve() {
	now := time.Now()
	p.waiting = slices.DeleteFunc(p.waiting, func(w *waiter) bool {
		h := p.best(w.tried, now)
		if h == nil {
			return false
		}
		h.calls++
		w.got <- h
		return true
	})
	if p.wake != nil {
		p.wake.Stop()
		p.wake = nil
	}
	if back := p.nextBack(now); len(p.waiting) > 0 && !back.IsZero() {
		p.wake = time.AfterFunc(back.Sub(now), func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.serve()
		})
	}
}

// best returns the host for a call, nil if it has to wait. If all are set aside it is the one that returns first; it is
// asked at once, unless it reported that it is busy.
func (p *pool) best(tried []*Host, now time.Time) *Host {
	var best, first *Host
	for _, h := range p.hosts {
		switch {
		case slices.Contains(tried, h):
		case h.until.After(now):
			if first == nil || h.until.Before(first.until) {
				first = h
			}
		case best == nil || h.calls < best.calls:
			best = h
		}
	}
	if best == nil && first != nil && !first.busy {
		best = first
	}
	if best == nil || best.calls >= p.parallel {
		return nil
	}
	return best
}

// nextBack returns when the next host that is set aside returns; zero: none is.
func (p *pool) nextBack(now time.Time) time.Time {
	var next time.Time
	for _, h := range p.hosts {
		if h.until.After(now) && (next.IsZero() || h.until.Before(next)) {
			next = h.until
		}
	}
	return next
}
