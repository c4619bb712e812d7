// Package server shares the requests of a client for model servers out over hosts, and says in words what went wrong
// with them. What the servers of one kind speak is in the client's package.
//
// Nothing is read from the environment or from the user's folder: no proxy, no host, no key. Redirects are not
// followed, since they would carry prompts to a server that nobody has named.
package server

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"time"
)

// Config says how hosts are asked.
type Config struct {
	Parallel int               // concurrent calls per host; 0: one
	Tell     func(line string) // gets a line for people when a host leaves, comes back or joins; nil: nobody is told

	// Code that breaks exchanges on purpose sets these; otherwise the defaults are right.
	Transport http.RoundTripper // nil: direct connections, without any proxy
	Deadline  Deadline          // bounds an exchange; nil: context.WithTimeout
	Pause     time.Duration     // how long a busy host is left alone; 0: a second; negative: not at all
}

// Deadline bounds the exchange of a request with a Timeout: if its context ends before the given one, the answer is
// late. It is called for each exchange with a host.
type Deadline func(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc)

// Servers are the hosts of a client. They are safe for concurrent use.
type Servers struct {
	pool      *pool
	transport http.RoundTripper
	deadline  Deadline
}

// dialTimeout bounds the time until a host accepts a connection.
const dialTimeout = 10 * time.Second

// New returns the servers at some hosts. It sends nothing.
func New(hosts []*Host, cfg Config) *Servers {
	parallel := max(cfg.Parallel, 1)
	s := &Servers{
		pool:      newPool(hosts, parallel, cmp.Or(cfg.Pause, busyAside)),
		transport: cfg.Transport, deadline: cfg.Deadline,
	}
	s.pool.tell = cfg.Tell
	if s.transport == nil {
		s.transport = newTransport(parallel)
	}
	if s.deadline == nil {
		s.deadline = context.WithTimeout
	}
	return s
}

// newTransport keeps as many connections to a host as there are concurrent calls.
func newTransport(parallel int) *http.Transport {
	return &http.Transport{
		DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
		MaxIdleConnsPerHost: parallel,
		IdleConnTimeout:     time.Minute,
		TLSHandshakeTimeout: dialTimeout,
		DisableCompression:  true,
	}
}

// All returns the hosts, in their order.
func (s *Servers) All() []*Host { return s.pool.list() }

// Hosts returns the URLs of the hosts, in their order, without user and password.
func (s *Servers) Hosts() []string {
	var all []string
	for _, h := range s.All() {
		all = append(all, h.Name)
	}
	return all
}
