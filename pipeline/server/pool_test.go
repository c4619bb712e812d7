package server

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func newHosts(names ...string) []*Host {
	var all []*Host
	for _, name := range names {
		all = append(all, &Host{Name: name})
	}
	return all
}

func taken(t *testing.T, p *pool, tried ...*Host) *Host {
	t.Helper()
	h, err := p.take(t.Context(), tried)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// A call takes the host with the fewest calls, and waits in the order of arrival while none is free.
func TestPoolShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a", "b"), 2, busyAside)
		var order string
		for range 4 {
			order += taken(t, p).Name
		}
		if order != "abab" {
			t.Errorf("hosts in the order %s, want abab", order)
		}
		got := make(chan string)
		for _, who := range []string{"1", "2", "3"} {
			go func() {
				h, err := p.take(t.Context(), nil)
				if err != nil {
					t.Error(err)
					return
				}
				got <- who + h.Name
			}()
			synctest.Wait() // the next one comes later
		}
		for _, want := range []struct {
			free int
			got  string
		}{{1, "1b"}, {0, "2a"}, {1, "3b"}} {
			p.give(p.hosts[want.free], nil)
			if g := <-got; g != want.got {
				t.Errorf("%s goes on, want %s", g, want.got)
			}
		}
	})
}

// A host that cannot be reached is left alone for 30 seconds, then for twice as long each time, up to 5 minutes.
func TestPoolSetsAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a", "b"), 3, busyAside)
		a, b := p.hosts[0], p.hosts[1]
		for _, aside := range []time.Duration{30, 60, 120, 240, 300, 300} {
			first, second := taken(t, p), taken(t, p, b)
			if first != a || second != a {
				t.Fatalf("%s and %s, want a twice", first.Name, second.Name)
			}
			p.give(a, Refused)
			p.give(a, Reset) // no news
			time.Sleep(aside*time.Second - 1)
			if h := taken(t, p); h != b {
				t.Errorf("%s after nearly %d s, want b", h.Name, aside)
			}
			p.give(b, nil)
			time.Sleep(time.Nanosecond)
		}
		p.give(taken(t, p), TooLong) // an answer, after all
		p.give(taken(t, p), Refused)
		time.Sleep(firstAside)
		if h := taken(t, p); h != a {
			t.Errorf("%s, want a", h.Name)
		}
	})
}

// If all are set aside the one that returns first is asked at once.
func TestPoolAllAside(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a", "b"), 1, busyAside)
		p.give(taken(t, p), Refused)
		time.Sleep(time.Second)
		p.give(taken(t, p), Reset)
		begin := time.Now()
		if h := taken(t, p); h.Name != "a" {
			t.Errorf("%s, want a", h.Name)
		}
		if h := taken(t, p, p.hosts[0]); h.Name != "b" {
			t.Errorf("%s, want b", h.Name)
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("after %v, want at once", took)
		}
	})
}

// A waiting call takes a host as soon as it returns, also one that was busy.
func TestPoolComesBack(t *testing.T) {
	for _, tt := range []struct {
		what error
		wait time.Duration
	}{{Refused, firstAside}, {Busy, busyAside}} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool(newHosts("a", "b"), 1, busyAside)
			p.give(taken(t, p), tt.what)
			begin := time.Now()
			if h := taken(t, p); h.Name != "b" {
				t.Errorf("%s, want b", h.Name)
			}
			if h := taken(t, p); h.Name != "a" || time.Since(begin) != tt.wait {
				t.Errorf("%v: %s after %v, want a after %v", tt.what, h.Name, time.Since(begin), tt.wait)
			}
		})
	}
}

// A busy host is left alone even if there is no other one, unless the pause is negative.
func TestPoolBusyAlone(t *testing.T) {
	for pause, wait := range map[time.Duration]time.Duration{busyAside: busyAside, -1: 0} {
		synctest.Test(t, func(t *testing.T) {
			p := newPool(newHosts("a"), 1, pause)
			p.give(taken(t, p), Busy)
			begin := time.Now()
			taken(t, p)
			if took := time.Since(begin); took != wait {
				t.Errorf("a pause of %v: after %v, want %v", pause, took, wait)
			}
		})
	}
}

// A waiter that gives up leaves no gap: those after it proceed, and no host is lost.
func TestPoolGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a"), 1, busyAside)
		h := taken(t, p)
		ctx, cancel := context.WithCancel(t.Context())
		gone := make(chan error)
		go func() {
			_, err := p.take(ctx, nil)
			gone <- err
		}()
		synctest.Wait()
		next := make(chan *Host)
		go func() { next <- taken(t, p) }()
		synctest.Wait()
		cancel()
		if err := <-gone; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		p.give(h, nil)
		if h := <-next; h.calls != 1 {
			t.Errorf("%d calls, want 1", h.calls)
		}
	})
}

// A host that fails is left alone for a second, then for twice as long each time; an answer ends that. People are told
// from the third time on, once.
func TestPoolFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a", "b"), 1, busyAside)
		var lines []string
		p.tell = func(line string) { lines = append(lines, line) }
		a, b := p.hosts[0], p.hosts[1]
		for _, aside := range []time.Duration{1, 2, 4, 8} {
			p.give(taken(t, p, b), ServerError)
			time.Sleep(aside*time.Second - 1)
			if h := taken(t, p); h != b {
				t.Errorf("%s after nearly %d s, want b", h.Name, aside)
			}
			p.give(b, nil)
			time.Sleep(time.Nanosecond)
		}
		p.give(taken(t, p, b), nil)
		told := []string{
			"a: the server has failed: the other hosts do its share, and it is tried again", "a: it is back",
		}
		if d := cmp.Diff(told, lines); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		p.give(taken(t, p, b), Garbage)
		time.Sleep(failAside)
		if h := taken(t, p); h != a {
			t.Errorf("%s, want a", h.Name)
		}
	})
}

// A host that may not be ready gets one call, however many it may have at once, until that has found out.
func TestPoolDoubts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPool(newHosts("a"), 2, busyAside)
		p.watch.Ready = func(context.Context, *Host) error { return nil }
		a := taken(t, p)
		p.give(a, Reset)
		taken(t, p)
		second := make(chan *Host)
		go func() { second <- taken(t, p) }()
		synctest.Wait()
		if a.calls != 1 {
			t.Errorf("%d calls, want 1", a.calls)
		}
		p.trust(a)
		if h := <-second; h.calls != 2 {
			t.Errorf("%d calls, want 2", h.calls)
		}
	})
}

// Hosts may be replaced at any time: calls in progress end, and waiting ones go to who is there.
func TestSetHosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines []string
		hosts := func(list string) []*Host {
			all, err := ParseHosts(list, Defaults{Port: "1"}, true)
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		s := New(hosts("a,b"), Config{Tell: func(line string) { lines = append(lines, line) }})
		a, b := taken(t, s.pool), taken(t, s.pool)
		next, none := make(chan *Host), make(chan error)
		go func() { next <- taken(t, s.pool) }()
		synctest.Wait()
		go func() {
			_, err := s.pool.take(t.Context(), []*Host{b})
			none <- err
		}()
		synctest.Wait()
		s.SetHosts(hosts("b,user:pw@c"))
		if h := <-next; h.Name != "http://c:1" {
			t.Errorf("%s, want c", h.Name)
		}
		s.SetHosts(hosts("b"))
		if err := <-none; !errors.Is(err, errAllTried) {
			t.Errorf("%v, want that all were tried", err)
		}
		s.pool.give(a, nil)
		s.pool.give(b, nil)
		if h := taken(t, s.pool); h != b {
			t.Errorf("%s, want the same b", h.Name)
		}
		s.SetHosts(hosts("b,a"))
		s.SetHosts(hosts("b,a"))
		if h := taken(t, s.pool); h != a {
			t.Errorf("%s, want the same a", h.Name)
		}
		want := []State{
			{Host: "http://b:1", Calls: 1, Answers: 1}, {Host: "http://a:1", Calls: 1, Answers: 1},
			{Host: "http://c:1", Calls: 1, Removed: true},
		}
		if d := cmp.Diff(want, s.States()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		told := []string{
			"2 hosts now: 1 new, 1 removed", "1 host now: 0 new, 1 removed", "2 hosts now: 1 new, 0 removed",
		}
		if d := cmp.Diff(told, lines); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}
