// Package ollama is a client for Ollama servers: for answers, for vectors, and for a check of models before a run.
// Several servers share the work. Requests are to the byte what package wire writes, and tool calls come back in the
// server's own bytes; Ollama's client library would change both, and is followed in all else.
//
// Nothing is read from the environment or from the user's folder: no proxy, no host, no key. Redirects are not
// followed, since they would carry prompts to a server that nobody has named.
package ollama

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/ollama/ollama/envconfig"
)

// Config says which servers share the work, and what is allowed.
type Config struct {
	Hosts       string           // host[:port] or URLs, separated by commas; empty: 127.0.0.1:11434
	AllowRemote bool             // hosts other than this machine, and models that run elsewhere
	Parallel    int              // concurrent calls per host; 0: one
	Now         func() time.Time // wall clock; nil: time.Now

	// Code that breaks exchanges on purpose sets these; otherwise the defaults are right.
	Transport http.RoundTripper // nil: direct connections, without any proxy
	Deadline  Deadline          // bounds an exchange; nil: context.WithTimeout
	Pause     time.Duration     // how long a busy host is left alone; 0: a second; negative: not at all
}

// Deadline bounds the exchange of a request with a Timeout: if its context ends before the given one, the answer is
// late. It is called for each exchange with a host.
type Deadline func(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc)

// Client asks the servers of a Config. It is safe for concurrent use.
type Client struct {
	allowRemote bool
	now         func() time.Time
	pool        *pool
	transport   http.RoundTripper
	deadline    Deadline

	mu       sync.Mutex        // guards Check's findings
	seen     map[string]Info   // by the model's Name
	versions map[string]string // by the host's name
}

// dialTimeout bounds the time until a host accepts a connection.
const dialTimeout = 10 * time.Second

// New parses the names of the hosts. It sends nothing.
func New(cfg Config) (*Client, error) {
	if envconfig.UseAuth() { // then the library signs requests, before they can be inspected
		return nil, errors.New("OLLAMA_AUTH is set: requests would be signed with the key of ~/.ollama: unset it")
	}
	hosts, err := parseHosts(cfg.Hosts, cfg.AllowRemote)
	if err != nil {
		return nil, err
	}
	parallel := max(cfg.Parallel, 1)
	c := &Client{
		allowRemote: cfg.AllowRemote, now: cfg.Now,
		pool:      newPool(hosts, parallel, cmp.Or(cfg.Pause, busyAside)),
		transport: cfg.Transport, deadline: cfg.Deadline,
		seen: map[string]Info{}, versions: map[string]string{},
	}
	if c.now == nil {
		c.now = time.Now
	}
	if c.transport == nil {
		c.transport = newTransport(parallel)
	}
	if c.deadline == nil {
		c.deadline = context.WithTimeout
	}
	return c, nil
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

// Hosts returns the URLs of the servers, in the order of Config.Hosts, without user and password.
func (c *Client) Hosts() []string {
	var all []string
	for _, h := range c.pool.hosts {
		all = append(all, h.name)
	}
	return all
}

// Name returns the normalized name of a model: "x" and "x:latest" are one model.
func Name(model string) string {
	return cmp.Or(strings.TrimSuffix(model, ":latest"), model)
}
