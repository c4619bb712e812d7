package program

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// testTimeout is for turns that end by themselves.
const testTimeout = 20 * time.Second

// self returns the path of the tests' program: their own binary.
func self(t testing.TB) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// behaving is a command with a behaviour of the tests' program.
func behaving(t testing.TB, behaviour string, args ...string) *Config {
	return &Config{Command: append([]string{self(t)}, args...), Env: map[string]string{behaviourVariable: behaviour}}
}

// opened returns a program in a folder of its own, which is closed with the test.
func opened(t testing.TB, c *Config, s Setup) *Program {
	t.Helper()
	if s.Dir == "" {
		s.Dir = t.TempDir()
	}
	dir := t.TempDir()
	s.ReplyFile = func(int) string { return filepath.Join(dir, "reply") }
	p, err := Open(c, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// turnOf gives a program its next turn, with a generous timeout.
func turnOf(t testing.TB, p *Program, n int, text string) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), testTimeout)
	defer cancel()
	return p.Turn(ctx, n, text)
}

// wantReply fails the test unless a turn had the reply.
func wantReply(t testing.TB, want, got string, err error) {
	t.Helper()
	if err != nil || got != want {
		t.Errorf("reply %q, error %v; want %q", got, err, want)
	}
}

// wantError fails the test unless an error has a type, and is one line with a given beginning.
func wantError[E error](t testing.TB, want string, got string, err error) E {
	t.Helper()
	typed, ok := errors.AsType[E](err)
	if !ok {
		t.Fatalf("reply %q, error %v of type %T; want %T", got, err, err, typed)
	}
	if !strings.HasPrefix(err.Error(), want) || strings.ContainsFunc(err.Error(), isControl) {
		t.Errorf("error %q, want one line that begins with %q", err, want)
	}
	if got != "" {
		t.Errorf("a reply with an error: %q", got)
	}
	return typed
}

func isControl(r rune) bool { return r < 0x20 }

func wantLines(t testing.TB, want, got []string) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("last lines (-want +got):\n%s", d)
	}
}
