package ollama_test

import (
	"bytes"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
)

// Where in the bytes of an exchange something happens. In a text of JSON the quotes would be escaped, so that no prompt
// and no answer has either of them.
const (
	inRequest = `"stream":true`        // of a request for an answer, which is not whole yet
	inAnswer  = `"done":false}` + "\n" // the end of a line of an answer that goes on
)

// relay stands between the commands and a server, and passes bytes on until something is to happen.
type relay struct {
	listener net.Listener
	server   string // host:port

	asks    func()      // before the server has a whole request for an answer; nil: nothing
	answers func() bool // once a line of an answer has come, and reports whether the others are to; nil: they are
}

// newRelay passes on what comes to its address, until the test ends.
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

// close lets nobody in any more.
func (r *relay) close() { r.listener.Close() }

// serve begins to pass on.
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

// pass copies, and calls at whenever the mark has been copied. When that says so nothing else is copied, though all is
// read.
func pass(to io.Writer, from io.Reader, mark string, at func() bool) {
	var seen []byte // of what has been copied, where a mark may have begun
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
