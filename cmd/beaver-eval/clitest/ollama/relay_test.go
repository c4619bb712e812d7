package ollama_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
)

// Marks in the bytes of an exchange. In JSON text their quotes would be escaped, so no prompt and no answer contains
// them.
const (
	inRequest = `"stream":true`        // of a request for an answer, which is not whole yet
	inAnswer  = `"done":false}` + "\n" // the end of a line of an answer that goes on
)

// relay is a proxy between the commands and a server that calls hooks at marks in the bytes.
type relay struct {
	listener net.Listener
	server   string // host:port

	asks    func()      // before the server has a whole request for an answer; nil: nothing
	answers func() bool // after a line of an answer, reports whether to pass on the others; nil: yes
}

// newRelay starts a relay that runs until the test ends.
func newRelay(t *testing.T, url string) *relay {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := &relay{listener: l, server: strings.TrimPrefix(url, "http://")}
	t.Cleanup(r.close)
	return r
}

func (r *relay) address() string { return r.listener.Addr().String() }

// close accepts no more connections.
func (r *relay) close() { r.listener.Close() }

// serve starts the relay.
func (r *relay) serve(t *testing.T) {
	go func() {
		for {
			client, err := r.listener.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			go r.connect(client)
		}
	}()
}

// connect joins two connections: when one of them ends, so does the other.
func (r *relay) connect(client net.Conn) {
	defer client.Close()
	server, err := net.Dial("tcp", r.server)
	if err != nil {
		return
	}
	go func() {
		defer server.Close()
		pass(server, client, inRequest, func() bool {
			if r.asks != nil {
				r.asks()
			}
			return true
		})
	}()
	pass(client, server, inAnswer, func() bool { return r.answers == nil || r.answers() })
}

// pass copies, and calls at whenever the mark has been copied. If that returns false, the rest is read but not copied.
func pass(to io.Writer, from io.Reader, mark string, at func() bool) {
	var seen []byte // copied bytes that may begin a mark
	chunk := make([]byte, 4<<10)
	for {
		n, err := from.Read(chunk)
		for rest := chunk[:n]; len(rest) > 0; {
			before := len(seen)
			seen = append(seen, rest...)
			end := len(rest)
			i := bytes.Index(seen, []byte(mark))
			if i >= 0 {
				end = i + len(mark) - before
				seen = nil
			}
			if _, err := to.Write(rest[:end]); err != nil {
				return
			}
			if i >= 0 && !at() {
				io.Copy(io.Discard, from)
				return
			}
			rest = rest[end:]
		}
		seen = bytes.Clone(seen[max(0, len(seen)-len(mark)+1):])
		if err != nil {
			return
		}
	}
}
