//go:build !windows

package run

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/beaver-eval/beaver-eval/suites/driven"
)

// piped returns a source that reads a pipe, what it has taken so far, and the end at which lines are written.
func piped(t *testing.T) (s *source, taken func() []string, w *os.File) {
	t.Helper()
	var ends [2]int // as standard input comes, not prepared by os.Pipe
	if err := syscall.Pipe(ends[:]); err != nil {
		t.Fatal(err)
	}
	r, w := os.NewFile(uintptr(ends[0]), "in"), os.NewFile(uintptr(ends[1]), "out")
	t.Cleanup(func() { w.Close() })
	s = newSource(r)
	var all []string
	s.take = func(n int, text []byte) error {
		all = append(all, fmt.Sprintf("%d %s", n, text))
		if string(text) == "wrong" {
			return errors.New("a wrong line")
		}
		return nil
	}
	return s, func() []string { s.mu.Lock(); defer s.mu.Unlock(); return slices.Clone(all) }, w
}

// A line that was written before a request is taken before it, without a wait.
func TestInput_CatchUp(t *testing.T) {
	t.Parallel()
	s, taken, w := piped(t)
	ended := make(chan error, 1)
	go func() { ended <- s.read() }()
	for i := range 2000 {
		fmt.Fprintf(w, "line\n")
		s.catchUp()
		if got := len(taken()); got != i+1 {
			t.Fatalf("%d lines are written, %d taken", i+1, got)
		}
	}
	fmt.Fprint(w, "\n\nwithout an end")
	w.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if got := taken(); got[len(got)-1] != "2003 without an end" {
		t.Errorf("the last line is %q", got[len(got)-1])
	}
}

// A wrong line ends the input, whoever has taken it, though nothing more is written.
func TestInput_Wrong(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"a line": {"right\nwrong\nnever\n", "a wrong line"},
		"a long line": {strings.Repeat("x", driven.MaxLine+1),
			"standard input:1: a line of more than 8 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, taken, w := piped(t)
			go s.read()
			go fmt.Fprint(w, tt.text)
			select {
			case <-s.wrong:
			case <-time.After(time.Minute):
				t.Fatal("it goes on")
			}
			if err := s.error(); err == nil || err.Error() != tt.want {
				t.Errorf("got %v, want %s", err, tt.want)
			}
			if got := taken(); len(got) > 2 {
				t.Errorf("taken: %q", got)
			}
		})
	}
}
