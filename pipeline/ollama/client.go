// Package ollama asks Ollama servers: for answers, for vectors, and beforehand for what they have. Several servers
// share the work. What goes out is to the byte what package wire says, and tool calls come back in the server's own
// bytes; the client library of Ollama would change both, and is followed in all else.
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

// Config says which servers share the work, and what of them is allowed.
type Config struct {
	Hosts       string           // host[:port] or URLs, with commas between; empty: 127.0.0.1:11434
	AllowRemote bool             // hosts that are not this machine, and models that run elsewhere
	Parallel    int              // calls at once for each host; 0: one
	Now         func() time.Time // wall clock; nil: time.Now

	// What breaks exchanges on purpose has its own of these; without them all is as it should be.
	Transport http.RoundTripper // nil: connections past any proxy
	Deadline  Deadline          // bounds an exchange; nil: context.WithTimeout
	Pause     time.Duration     // how long a busy host is left alone; 0: a second; negative: not at all
}

// Deadline bounds the exchange of a request with a Timeout: once its context has ended before the given one, the answer
// is late. It is called for each exchange with a host.
type Deadline func(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc)

// Client asks the servers of a Config. It may be used by many at once.
type Client struct {
	allowRemote bool
	now         func() time.Time
	pool        *pool
	transport   http.RoundTripper
	deadline    Deadline

	mu       sync.Mutex        // guards what Check has found
	seen     map[string]Info   // by the model's Name
	versions map[string]string // by the host's name
}

// dialTimeout is how long a host may take to accept a connection.
const dialTimeout = 10 * time.Second

// New reads the names of the hosts. It asks nothing.
func New(cfg Config) (*Client, error) {
	if envconfig.UseAuth() { // then the library signs requests, before any of them can be looked at
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

// newTransport keeps as many connections to a host as there are calls at once.
func newTransport(parallel int) *http.Transport {
	return &http.Transport{
		DialContext:         (&net.Dialer{Timeout: dialTimeout}).DialContext,
		MaxIdleConnsPerHost: parallel,
		IdleConnTimeout:     time.Minute,
		TLSHandshakeTimeout: dialTimeout,
		DisableCompression:  true,
	}
}

// Hosts are the URLs of the servers, in the order of Config.Hosts, without user and password.
func (c *Client) Hosts() []string {
	var all []string
	for _, h := range c.pool.hosts {
		all = append(all, h.name)
	}
	return all
}

// Name is what a model goes by: "x" and "x:latest" are one model.
func Name(model string) string {
	return cmp.Or(strings.TrimSuffix(model, ":latest"), model)
}
