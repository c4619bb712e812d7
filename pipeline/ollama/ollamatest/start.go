package ollamatest

import (
	"net"
	"os"
	"os/exec"
	"testing"
)

// StartReal starts a server as NewReal does, and returns its URL.
func StartReal(t testing.TB, kinds ...ModelKind) string {
	t.Helper()
	return NewReal(t, nil, kinds...).URL()
}

// NewReal starts a server on a free port of this machine, with these variables in its environment, and creates the
// models in it under the names of their kinds. The server and its children end with the test; a failing test shows the
// log.
func NewReal(t testing.TB, own []string, kinds ...ModelKind) *RealServer {
	t.Helper()
	s := &RealServer{binary: Binary(t), dir: t.TempDir(), address: freeAddress(t), own: own}
	log, err := os.Create(s.logFile())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(s.binary, "serve")
	cmd.Env, cmd.Stdout, cmd.Stderr = s.environment(), log, log
	s.ended, s.kill = startGroup(t, cmd)
	t.Cleanup(func() { // runs before the group is killed
		if t.Failed() {
			s.showLog(t)
		}
		if err := log.Close(); err != nil {
			t.Error(err)
		}
	})
	s.await(t)
	for _, kind := range kinds {
		s.create(t, kind)
	}
	return s
}

// freeAddress returns an address that nobody listens on at the moment.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
