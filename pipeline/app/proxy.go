// The proxy is the HTTP server between programs and their models: on the loopback interface alone, with a key for each
// run in its URLs, and a prefix for each case, so that many cases can be at work at once.
//
// Other programs can reach it too: each page that is open in a browser. A request without the key, or with a foreign
// origin, is refused before its case is determined.
//
// It knows the addresses at which providers are asked, and hands each request to the case that it belongs to. A request
// for an unknown address or another host is refused, and reported to the case.

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

// Handler is a case whose program uses the proxy. It can be asked by many goroutines at once.
type Handler interface {
	// Ask answers a request for a model. It blocks until the answer is there.
	Ask(ctx context.Context, r Request) ProxyAnswer
	// Embed answers a request for vectors.
	Embed(ctx context.Context, b *EmbeddingsBody) Sent
	// Models returns the names that a client gets when it lists models.
	Models() []string
	// Refused is called with a description of each request that is not answered.
	Refused(what string)
	// TooManyConnections is called if there are too many connections.
	TooManyConnections(err error)
}

// Driver has the cases of a program that something else drives. It can be used by many goroutines at once.
type Driver interface {
	// Comes is called when a request comes, before it has a case.
	Comes()
	// Case returns the handler of a case. It is called once for each name.
	Case(name string) Handler
	// CaseOf returns the case of a request whose URL names none. The empty worker is the program itself.
	CaseOf(worker string) (name string)
	// Line takes a line of those who drive: which case begins or ends. The answer is JSON; nil: none.
	Line(line []byte) (answer []byte, err error)
}

// Request is a request for a model.
type Request struct {
	Endpoint Endpoint
	Path     string // of the URL, below the prefix of the case
	Query    string // of the URL, without the question mark
	Header   http.Header
	Body     []byte
	// Client receives the answer directly if the request is passed on: Given or Torn then says that it has been sent.
	Client http.ResponseWriter
}

// ProxyAnswer is the answer to a client.
type ProxyAnswer struct {
	Sent
	Broken Broken
	// At is how many pieces go out before the answer breaks off.
	At int
}

// Broken says how an answer breaks.
type Broken string

// The ways in which an answer breaks.
const (
	Whole Broken = ""
	Cut   Broken = "cut"   // the connection ends after some pieces
	Reset Broken = "reset" // the connection is reset after some pieces
	Held  Broken = "held"  // nothing comes until the client gives up
	Given Broken = "given" // nothing more: the whole answer has been sent
	Torn  Broken = "torn"  // a part has been sent: the connection ends there
)

// Proxy is a server.
type Proxy struct {
	lock     *lock
	stray    func(what string) // see Setup.Strange; nil: not reported
	server   *http.Server
	listener net.Listener

	mu       sync.Mutex
	handlers map[string]Handler // by the segment of their URL
	known    map[string]bool    // segments of present and past cases, for messages
	driver   Driver             // of cases that are not registered; nil: there are none
	keyless  bool               // a URL without the key has been reported
	conns    int
}

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
		return nil, fmt.Errorf("listen: %s cannot be used (%w): another program has it, such as a model "+
			"server", address,
			bare(err))
	}
	d := &Proxy{stray: s.Strange, listener: l, handlers: map[string]Handler{}, known: map[string]bool{}}
	d.lock = newLock(s, d.Host())
	d.server = &http.Server{Handler: d, ReadHeaderTimeout: time.Minute, ErrorLog: nothing(),
		ConnState: d.count}
	go d.server.Serve(l) // its error says that the proxy was closed
	return d, nil
}

// bare returns the innermost error, below those that repeat the address.
func bare(err error) error {
	for {
		below := errors.Unwrap(err)
		if below == nil {
			return err
		}
		err = below
	}
}

// CheckAddress reports an invalid address, or one that other machines could reach.
func CheckAddress(address string) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("listen: want an address such as 127.0.0.1:11434, got %.60q", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return fmt.Errorf("listen: %.60q is not a loopback address: want 127.0.0.1:PORT", address)
	}
	return nil
}

// Close closes the proxy: open connections are cut.
func (d *Proxy) Close() error { return d.server.Close() }

// Host returns the proxy's address: 127.0.0.1:40123.
func (d *Proxy) Host() string { return d.listener.Addr().String() }

// Base returns the base URL of the proxy: http://127.0.0.1:40123/k/KEY.
func (d *Proxy) Base() string {
	return "http://" + d.Host() + d.lock.path()
}

// URL returns the base URL of a case at the proxy: http://127.0.0.1:40123/k/KEY/case/NAME. Without a name, that of the
// proxy itself.
func (d *Proxy) URL(name string) string {
	if name == "" {
		return d.Base()
	}
	return d.Base() + prefix + Segment(name)
}

// Proxy returns the URL of an HTTP proxy for a case, which refuses all requests for another host. Its password is the
// key; without a key it is an unchecked one: Python's urllib and Node's fetch send no name without a password.
func (d *Proxy) Proxy(name string) string {
	user := url.UserPassword(cmp.Or(Segment(name), "-"), cmp.Or(d.lock.key, "-"))
	return (&url.URL{Scheme: "http", User: user, Host: d.Host()}).String()
}

// Let registers a case until leave is called. Two cases of one name cannot be registered at once.
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

// DriveBy serves every case that a URL names, or that a driver says.
func (d *Proxy) DriveBy(driver Driver) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.driver = driver
}

// drivenBy returns the driver; nil: there is none.
func (d *Proxy) drivenBy() Driver {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.driver
}

// count counts connections. One too many is closed, and reported to the case if there is only one: of several, it is
// unknown which one opened it, so none learns of it.
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

// alone returns the only case at the proxy; nil: there are more, or none. It is called with the lock held.
func (d *Proxy) alone() Handler {
	if len(d.handlers) == 1 {
		for _, g := range d.handlers {
			return g
		}
	}
	return nil
}

// strange reports a refused request that belongs to no current case.
func (d *Proxy) strange(what string) {
	if d.stray != nil {
		d.stray(d.Shown(what))
	}
}

// Shown returns a text without the key, and without a port that differs from run to run: KEY and PORT replace them, so
// a program may state its model's address.
func (d *Proxy) Shown(text string) string { return d.lock.shownOf(text) }

// handler returns the case with a segment, as a URL has it, or the only case if there is no segment.
func (d *Proxy) handler(segment, name string) Handler {
	d.mu.Lock()
	defer d.mu.Unlock()
	if g := d.handlers[segment]; g != nil {
		return g
	}
	if segment != "" && d.driver != nil {
		g := d.driver.Case(name)
		d.handlers[segment], d.known[segment] = g, true
		return g
	}
	if segment == "" && d.driver == nil {
		return d.alone()
	}
	return nil
}
