package ollamatest

import (
	"net"
	"os"
	"os/exec"
	"testing"
)

// StartReal starts a server as New does, and gives its URL.
func StartReal(t testing.TB, kinds ...ModelKind) string {
	t.Helper()
	return NewReal(t, nil, kinds...).URL()
}

// NewReal starts a server on a free port of this machine, with these variables in its environment, and makes the models
// in it under the names of their kinds. The server ends with the test, and with it the processes that it has started; a
// test that fails shows its log.
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
	t.Cleanup(func() { // runs before the group is ended
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

// freeAddress is an address that nobody listens on at this moment.
func freeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
