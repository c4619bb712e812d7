// Package badserver is an in-process server that speaks Ollama's API badly, one way at a time, and is asked through the
// client for real servers: so a stage gets from a broken exchange what it would get from a real one.
package badserver

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"strconv"
	"sync"
)

// Server listens on the loopback interface until Close. It is safe for concurrent use.
type Server struct {
	listener net.Listener
	http     *http.Server
	client   *http.Transport
	closed   net.Conn // holds a port that nobody listens on
	serving  sync.WaitGroup

	mu    sync.Mutex // guards the fields below
	calls map[string]*exchange
	last  int // number of a call
}

// idleConns is the maximum number of idle connections.
const idleConns = 64

// Start starts a server.
func Start() (*Server, error) {
	l, err := listen()
	if err != nil {
		return nil, fmt.Errorf("a server for broken exchanges cannot listen on this machine: allow the process to "+
			"listen on a port of 127.0.0.1, or leave out the faults of the transport: %w", err)
	}
	s := &Server{listener: l, calls: map[string]*exchange{}}
	s.client = &http.Transport{DialContext: dial, MaxIdleConnsPerHost: idleConns, DisableCompression: true}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /{call}/api/chat", s.serve)
	s.http = &http.Server{Handler: mux, ConnState: s.count, ErrorLog: log.New(io.Discard, "", 0)}
	s.serving.Go(func() { s.http.Serve(l) }) // ends with Close
	if s.closed, err = holdPort(l.Addr()); err != nil {
		s.Close()
		return nil, fmt.Errorf("a server for broken exchanges cannot be reached on this machine: allow the process to "+
			"connect to ports of 127.0.0.1, or leave out the faults of the transport: %w", err)
	}
	return s, nil
}

// count keeps track of the connections, each of which has a goroutine.
func (s *Server) count(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		s.serving.Add(1)
	case http.StateHijacked, http.StateClosed:
		s.serving.Done()
	}
}

// serve handles the call that the path names.
func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	x := s.calls[r.PathValue("call")]
	s.mu.Unlock()
	if x == nil {
		http.NotFound(w, r) // a stranger has found the port
		return
	}
	x.serve(w, r)
}

// begin registers a call and returns its name.
func (s *Server) begin(x *exchange) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last++
	name := strconv.Itoa(s.last)
	s.calls[name] = x
	return name
}

func (s *Server) end(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.calls, name)
}

// Close stops the server with all of its calls, and waits for it. No call may follow.
func (s *Server) Close() error {
	var errs []error
	if s.closed != nil {
		errs = append(errs, s.closed.Close())
	}
	s.client.CloseIdleConnections()
	errs = append(errs, s.http.Close())
	s.serving.Wait()
	return errors.Join(errs...)
}
