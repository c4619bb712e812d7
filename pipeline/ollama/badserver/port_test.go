package badserver

import (
	"errors"
	"io"
	"net"
	"net/http"
	"syscall"
	"testing"
)

// Nobody listens on a held port, and nobody can.
func TestHoldPort(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	port := s.closed.LocalAddr().String()
	for range 100 {
		if _, err := net.Dial("tcp", port); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Fatalf("error %v, want a refused connection", err)
		}
	}
	if l, err := net.Listen("tcp", port); err == nil {
		l.Close()
		t.Errorf("%s can be taken", port)
	}
}

// A stranger who finds the port gets nothing, and disturbs no call.
func TestServeStrangers(t *testing.T) {
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	defer http.DefaultClient.CloseIdleConnections()
	for _, path := range []string{"/", "/1/api/chat", "/api/chat"} {
		resp, err := http.Post("http://"+s.listener.Addr().String()+path, "application/json", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d", path, resp.StatusCode)
		}
	}
}
