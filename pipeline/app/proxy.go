// The proxy is the HTTP server through which programs reach their models: on the loopback interface alone, with a
// key for each run in its URLs, and a prefix for each case, so that many cases can be at work at once.
//
// Others than its own programs can reach it: each page that is open in a browser. What has not the key, or says that it
// is from elsewhere, is refused before anybody looks at whose it is.
//
// It knows the addresses at which providers are asked, and hands each request to the case that it belongs to. What is
// at no such address, and what is meant for another host, is refused, and the case is told of it.

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"
)

// Handler is a case whose program comes through the proxy. It can be asked by many goroutines at once.
type Handler interface {
	// Ask answers a request for a model. It blocks until the answer is there.
	Ask(ctx context.Context, r Request) ProxyAnswer
	// Embed answers a request for vectors.
	Embed(ctx context.Context, b *EmbeddingsBody) Sent
	// Models are the names that a client finds when it asks which models there are.
	Models() []string
	// Refused is told, in words, of what is not answered.
	Refused(what string)
	// TooManyConnections is told that there are too many connections.
	TooManyConnections(err error)
}

// Request is a request for a model.
type Request struct {
	Endpoint Endpoint
	Path     string // of the URL, below the prefix of the case
	Query    string // of the URL, without its question mark
	Header   http.Header
	Body     []byte
	// Client gets the answer, for who hands it on while it comes: Given or Torn says then that it has gone out.
	Client http.ResponseWriter
}

// ProxyAnswer is what the client gets.
type ProxyAnswer struct {
	Sent
	Broken Broken
	// At is how many pieces go out before the answer breaks off.
	At int
}

// Broken says how an answer is not given as it should be.
type Broken string

// The ways in which an answer breaks.
const (
	Whole Broken = ""
	Cut   Broken = "cut"   // the connection ends behind some pieces
	Reset Broken = "reset" // the connection is reset behind some pieces
	Held  Broken = "held"  // nothing comes until the client gives up
	Given Broken = "given" // none: it has gone out already, whole
	Torn  Broken = "torn"  // a part has gone out already: the connection ends there
)

// Proxy is a server.
type Proxy struct {
	lock     *lock
	stray    func(what string) // see Setup.Strange; nil: nobody is told
	server   *http.Server
	listener net.Listener

	mu       sync.Mutex
	handlers map[string]Handler // by the segment of their URL
	known    map[string]bool    // segments that have been there, for words
	// asked for the case of a name that nobody has let in; nil: there is none
	handlerOf func(name string) Handler
	keyless   bool // a URL without the key has been told of
	conns     int
}

// MaxConnections is how many connections there can be at once.
const MaxConnections = 1000

// OpenProxy listens, and serves until Close.
func OpenProxy(s Setup) (*Proxy, error) {
	address := s.Address
	if address == "" {
		address = "127.0.0.1:0"
	}
	if err := CheckAddress(address); err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen: %s cannot be had (%w): another program has it, such as a model server", address,
			bare(err))
	}
	d := &Proxy{stray: s.Strange, listener: l, handlers: map[string]Handler{}, known: map[string]bool{}}
	d.lock = newLock(s, d.Host())
	d.server = &http.Server{Handler: d, ReadHeaderTimeout: time.Minute, ErrorLog: nothing(),
		ConnState: d.count}
	go d.server.Serve(l) // its error says that the proxy was closed
	return d, nil
}

// bare is the error below those that name the address once more.
func bare(err error) error {
	for {
		below := errors.Unwrap(err)
		if below == nil {
			return err
		}
		err = below
	}
}

// CheckAddress reports an address that others than this machine could reach, or that is none.
func CheckAddress(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("listen: want an address such as 127.0.0.1:11434, got %.60q", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen: %.60q is no address of the loopback interface: want 127.0.0.1:PORT", address)
	}
	return nil
}

// Close closes the proxy: connections that are left are cut.
func (d *Proxy) Close() error { return d.server.Close() }

// Host is the proxy's address: 127.0.0.1:40123.
func (d *Proxy) Host() string { return d.listener.Addr().String() }

// Base is the address of the proxy: http://127.0.0.1:40123/k/KEY.
func (d *Proxy) Base() string {
	return "http://" + d.Host() + d.lock.path()
}

// URL is the address of a case at the proxy: http://127.0.0.1:40123/k/KEY/case/NAME.
func (d *Proxy) URL(name string) string { return d.Base() + prefix + Segment(name) }

// Proxy is the URL of an HTTP proxy for a case, which refuses everything that is meant for another host. Its password
// is the key; without a key it has one that nobody checks: Python's urllib and Node's fetch send no name without any.
func (d *Proxy) Proxy(name string) string {
	user := url.UserPassword(Segment(name), cmp.Or(d.lock.key, "-"))
	return (&url.URL{Scheme: "http", User: user, Host: d.Host()}).String()
}

// Let lets a case in, until leave is called. Two of one name cannot be there at once.
func (d *Proxy) Let(name string, g Handler) (leave func(), err error) {
	segment := Segment(name)
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.handlers[segment] != nil {
		return nil, fmt.Errorf("two cases are called %s", name)
	}
	d.handlers[segment], d.known[segment] = g, true
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		delete(d.handlers, segment)
	}, nil
}

// HandleEach serves every case that a URL names; handlerOf is called once for each name.
func (d *Proxy) HandleEach(handlerOf func(name string) Handler) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.handlerOf = handlerOf
}

// count keeps the number of connections. What is too much is closed, and told to the case that is alone at the proxy:
// which of several it is nobody knows, so of these none is told.
func (d *Proxy) count(conn net.Conn, state http.ConnState) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch state {
	case http.StateNew:
		d.conns++
	case http.StateClosed, http.StateHijacked:
		d.conns--
	}
	if state != http.StateNew || d.conns <= MaxConnections {
		return
	}
	conn.Close()
	err := fmt.Errorf("more than %d connections at once", MaxConnections)
	if g := d.alone(); g != nil {
		go g.TooManyConnections(err)
	} else {
		go d.strange(err.Error())
	}
}

// alone is the case that is alone at the proxy; nil: there are more, or none. It is called with the lock held.
func (d *Proxy) alone() Handler {
	if len(d.handlers) == 1 {
		for _, g := range d.handlers {
			return g
		}
	}
	return nil
}

// strange tells of what is refused and of no case that is there.
func (d *Proxy) strange(what string) {
	if d.stray != nil {
		d.stray(d.Shown(what))
	}
}

// Shown is a text without the key, and without a port that is another one in each run: KEY and PORT stand in their
// places, so that a program may say where its model is.
func (d *Proxy) Shown(text string) string { return d.lock.shownOf(text) }

// handler is the case with a segment, which a URL names so; without one, that which is alone at the proxy.
func (d *Proxy) handler(segment, name string) Handler {
	d.mu.Lock()
	defer d.mu.Unlock()
	if g := d.handlers[segment]; g != nil {
		return g
	}
	if segment != "" && d.handlerOf != nil {
		g := d.handlerOf(name)
		d.handlers[segment], d.known[segment] = g, true
		return g
	}
	if segment == "" && d.handlerOf == nil {
		return d.alone()
	}
	return nil
}
