package server

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"
)

// How long a host is left alone.
const (
	firstAside = 30 * time.Second // when it is gone; twice as long each time
	mostAside  = 5 * time.Minute
	failAside  = time.Second // after another failure; twice as long each time
	busyAside  = time.Second // after overload
)

// errAllTried is the error of a call for which there is no other host.
var errAllTried = errors.New("every server has been tried")

// pool distributes calls over the hosts. A call takes the host with the fewest calls in progress, and waits in the
// order of arrival while all are full. A host that is gone or fails is set aside for a while.
type pool struct {
	parallel int           // calls for each host
	pause    time.Duration // of a busy host
	tell     func(string)  // gets a line for people when a host leaves or comes back; nil: nobody is told

	mu      sync.Mutex // guards the fields below, and the pool's fields of a host
	hosts   []*Host
	former  []*Host // that were removed
	watch   Watch
	waiting []*waiter // in the order of arrival
	wake    *time.Timer
}

// waiter is a call that waits for a host other than those it has tried.
type waiter struct {
	tried []*Host
	got   chan *Host // nil is sent if there is none
}

func newPool(hosts []*Host, parallel int, pause time.Duration) *pool {
	return &pool{hosts: hosts, parallel: parallel, pause: pause}
}

// list returns the hosts, in their order.
func (p *pool) list() []*Host {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.hosts)
}

// take waits for a host that the call has not tried, and returns errAllTried if there is none. The caller gives it
// back.
func (p *pool) take(ctx context.Context, tried []*Host) (*Host, error) {
	w := &waiter{tried: tried, got: make(chan *Host, 1)}
	p.mu.Lock()
	p.waiting = append(p.waiting, w)
	p.serve()
	p.mu.Unlock()
	select {
	case h := <-w.got:
		if h == nil {
			return nil, errAllTried
		}
		return h, nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, w); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	} else if h := <-w.got; h != nil {
		h.calls--
		p.serve()
	}
	return nil, ctx.Err()
}

// give returns a host, and infers its state from the call's error.
func (p *pool) give(h *Host, err error) {
	p.mu.Lock()
	h.calls--
	line := p.note(h, err)
	p.serve()
	p.mu.Unlock()
	if line != "" && p.tell != nil {
		p.tell(line)
	}
}

// note stores what a call's error says of a host, and returns a line for people; empty: nothing new.
func (p *pool) note(h *Host, err error) string {
	o, told := errors.AsType[Outcome](err)
	switch {
	case err == nil, o == TooLong:
		h.answers++
	case told:
		h.failures++
	}
	switch now := time.Now(); {
	case o.gone():
		h.setAside(now, firstAside)
		h.unsure = p.watch.Ready != nil
		return p.leaves(h, err)
	case o.failing():
		h.setAside(now, failAside)
		if h.aside > 2*failAside { // not for one request that no server likes
			return p.leaves(h, err)
		}
	case o.repeats():
		h.until, h.busy = now.Add(p.pauseAfter(err)), true
	case err == nil, told && o != RequestTooLarge && o != Late:
		h.until, h.aside, h.busy = time.Time{}, 0, false
		if h.lost != "" {
			h.lost = ""
			return h.Name + ": it is back"
		}
	}
	return ""
}

// setAside leaves a host alone for some time, twice as long as the last time. Other calls in progress bring no news.
func (h *Host) setAside(now time.Time, first time.Duration) {
	if !h.until.After(now) {
		h.aside = min(max(2*h.aside, first), mostAside)
		h.until, h.busy = now.Add(h.aside), false
	}
}

// leaves returns a line about a host that is taken out; empty: it is known, or there is no other one.
func (p *pool) leaves(h *Host, err error) string {
	why := err.Error()
	if full, ok := errors.AsType[*notReadyError](err); ok {
		why = strings.TrimPrefix(full.why.Error(), h.Name+": ")
	}
	if len(p.hosts) < 2 || h.lost == why || !slices.Contains(p.hosts, h) {
		return ""
	}
	h.lost = why
	return h.Name + ": " + why + ": the other hosts do its share, and it is tried again"
}

// pauseAfter returns how long a busy host is left alone: as long as it asks for, within limits.
func (p *pool) pauseAfter(err error) time.Duration {
	if later, ok := errors.AsType[*laterError](err); ok && p.pause >= 0 {
		return min(later.after, mostAfter)
	}
	return p.pause
}

// serve gives hosts to waiters, and schedules itself for the return of the next host.
func (p *pool) serve() {
	now := time.Now()
	p.waiting = slices.DeleteFunc(p.waiting, func(w *waiter) bool {
		if p.allTried(w.tried) {
			w.got <- nil
			return true
		}
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

// allTried reports whether no host is left for a call.
func (p *pool) allTried(tried []*Host) bool {
	return !slices.ContainsFunc(p.hosts, func(h *Host) bool { return !slices.Contains(tried, h) })
}

// best returns the host for a call, nil if it has to wait. If all are set aside it is the one that returns first; it is
// asked at once, unless it reported that it is busy. A host that may not be ready gets one call, which finds out.
func (p *pool) best(tried []*Host, now time.Time) *Host {
	var best, first *Host
	for _, h := range p.hosts {
		switch {
		case slices.Contains(tried, h), h.unsure && h.calls > 0:
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
