package badserver

import (
	"context"
	"io"
	"net"
	"net/http"
	"time"
)

// exchange is one call with its answer: the server's script, and what its client has seen of it.
type exchange struct {
	script
	late   time.Duration      // delay of the answer, in real time
	expire context.CancelFunc // makes the deadline pass
	next   http.RoundTripper
}

// RoundTrip implements http.RoundTripper, for the client.
func (x *exchange) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := x.next.RoundTrip(r)
	if err == nil && x.end == standStill {
		resp.Body = &stalled{ReadCloser: resp.Body, left: length(x.parts), expire: x.expire}
	}
	return resp, err
}

// stalled is the body of an answer that stalls: once all of it has been read the deadline passes, so what the client
// has of it does not depend on the speed of either side.
type stalled struct {
	io.ReadCloser
	left   int // bytes that are still to come
	expire context.CancelFunc
}

// Read implements io.Reader.
func (b *stalled) Read(p []byte) (int, error) {
	if b.left <= 0 {
		b.expire()
	}
	n, err := b.ReadCloser.Read(p)
	b.left -= n
	return n, err
}

func length(parts [][]byte) int {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	return n
}

// serve follows the script, for the server.
func (x *exchange) serve(w http.ResponseWriter, r *http.Request) {
	if _, err := io.Copy(io.Discard, r.Body); err != nil {
		return // the client is gone
	}
	if !sleep(r.Context(), x.late) || !x.send(w) {
		return
	}
	switch x.end {
	case standStill:
		if x.status == 0 {
			x.expire()
		}
		<-r.Context().Done()
	case hangUp:
		panic(http.ErrAbortHandler) // how a handler of net/http ends a connection
	case reset:
		lose(w)
	}
}

// send reports whether the client has taken all parts.
func (x *exchange) send(w http.ResponseWriter) bool {
	if x.status == 0 {
		return true
	}
	form := "application/x-ndjson"
	if x.status != http.StatusOK {
		form = "application/json; charset=utf-8"
	}
	w.Header().Set("Content-Type", form)
	w.WriteHeader(x.status)
	out := http.NewResponseController(w)
	for _, part := range x.parts {
		if _, err := w.Write(part); err != nil {
			return false
		}
		if err := out.Flush(); err != nil {
			return false
		}
	}
	return true
}

// sleep waits, and reports whether the context lasted that long.
func sleep(ctx context.Context, d time.Duration) bool {
	if d == 0 {
		return true
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// lose ends a connection as if it were lost: with RST instead of FIN.
func lose(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return // never with HTTP/1.1 on TCP
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		tcp.SetLinger(0)
	}
	conn.Close()
}
