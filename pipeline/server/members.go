package server

import (
	"fmt"
	"slices"
	"time"

	"github.com/beaver-eval/beaver-eval/pipeline/wording"
)

// State is that of a host in a run.
type State struct {
	Host     string // its URL, without user and password
	Calls    int    // in progress
	Answers  int
	Failures int           // calls that it did not answer
	Away     time.Duration // it is left alone for so long; 0: it takes part
	Removed  bool          // it is not one of the hosts any more
}

// States returns the state of each host, in their order; then those of hosts that were removed.
func (s *Servers) States() []State {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	var all []State
	for i, h := range slices.Concat(p.hosts, p.former) {
		all = append(all, State{
			Host: h.Name, Calls: h.calls, Answers: h.answers, Failures: h.failures, Away: max(h.until.Sub(now), 0),
			Removed: i >= len(p.hosts),
		})
	}
	return all
}

// Watch says how hosts are looked at from now on, and which are down.
func (s *Servers) Watch(w Watch, down map[*Host]error) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	p.watch = w
	for h, err := range down {
		h.setAside(time.Now(), firstAside)
		h.unsure, h.lost = true, err.Error()
	}
}

// SetHosts replaces the hosts. Those that stay keep their state. New ones are asked whether they are ready before they
// get a call. Those that are no longer there finish their calls in progress, and get no others.
func (s *Servers) SetHosts(hosts []*Host) {
	p := s.pool
	p.mu.Lock()
	known := slices.Concat(p.hosts, p.former)
	next := slices.Clone(hosts)
	added := 0
	for i, h := range next {
		same := func(o *Host) bool { return o.address.String() == h.address.String() }
		if j := slices.IndexFunc(known, same); j >= 0 {
			next[i] = known[j]
		}
		if !slices.Contains(p.hosts, next[i]) {
			next[i].unsure, added = p.watch.Ready != nil, added+1
		}
	}
	removed := len(p.hosts) + added - len(next)
	p.hosts = next
	p.former = slices.DeleteFunc(known, func(h *Host) bool { return slices.Contains(next, h) })
	p.serve()
	p.mu.Unlock()
	if added+removed > 0 && p.tell != nil {
		p.tell(fmt.Sprintf("%s now: %d new, %d removed", wording.Number(len(next), "host"), added, removed))
	}
}
