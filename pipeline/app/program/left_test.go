package program

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// A child that outlives its turn's process delays neither the turn nor the end, and is killed.
func TestLeft(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("what a process left behind is out of reach on Windows")
	}
	child := filepath.Join(t.TempDir(), "child")
	p := opened(t, behaving(t, "children", child), Setup{})
	begin := time.Now()
	got, err := turnOf(t, p, 1, "")
	wantReply(t, "they live", got, err)
	if took := time.Since(begin); took > testTimeout/2 {
		t.Errorf("the turn took %v", took)
	}
	wantGone(t, child)
}

// A process in a session of its own is in no group, and is killed at the end of its case.
func TestLeft_Session(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux shows which program a process belongs to")
	}
	dir := t.TempDir()
	children := []string{filepath.Join(dir, "a.session"), filepath.Join(dir, "b"), filepath.Join(dir, "c.session")}
	p := opened(t, behaving(t, "children", children...), Setup{})
	got, err := turnOf(t, p, 1, "")
	wantReply(t, "they live", got, err)
	wantThere(t, children[0]) // else the test shows nothing
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	for _, child := range children {
		wantGone(t, child)
	}
}

// A program's children are killed with it on a timeout too.
func TestLeft_Timeout(t *testing.T) {
	t.Parallel()
	child := filepath.Join(t.TempDir(), "child")
	c := behaving(t, "parent", child)
	p := opened(t, c, Setup{})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		awaitFile(child)
		cancel()
	}()
	got, err := p.Turn(ctx, 1, "")
	wantError[*TimeoutError](t, "the program was ended: the run was interrupted", got, err)
	wantGone(t, child)
}

// A process that ignores signals is killed after the grace period.
func TestClose_Stubborn(t *testing.T) {
	t.Parallel()
	lasting := behaving(t, "stubborn")
	lasting.Keep = KeepCase
	for name, c := range map[string]*Config{"lines": lasting, "service": serving(t, "stubborn")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := opened(t, c, Setup{})
			if _, err := turnOf(t, p, 1, "hello"); err != nil {
				t.Fatal(err)
			}
			const grace = 200 * time.Millisecond
			processOf(p).grace = grace
			begin := time.Now()
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if took := time.Since(begin); runtime.GOOS != "windows" && took < grace {
				t.Errorf("it had %v to end, want %v", took, grace)
			}
			if processOf(p).cmd.ProcessState == nil {
				t.Error("the program still runs")
			}
		})
	}
}

// A program that ends when asked to is not waited for.
func TestClose_Quick(t *testing.T) {
	t.Parallel()
	lasting := behaving(t, "echo")
	lasting.Keep = KeepCase
	for name, c := range map[string]*Config{"lines": lasting, "service": serving(t, "service")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := opened(t, c, Setup{})
			if _, err := turnOf(t, p, 1, "hello"); err != nil {
				t.Fatal(err)
			}
			begin := time.Now()
			if err := p.Close(); err != nil {
				t.Error(err)
			}
			if took := time.Since(begin); took >= endGrace {
				t.Errorf("it took %v", took)
			}
			if err := p.Close(); err != nil {
				t.Error("the second time:", err)
			}
		})
	}
}

// A program that never got a turn has nothing to end.
func TestClose_Unused(t *testing.T) {
	t.Parallel()
	lasting := behaving(t, "echo")
	lasting.Keep = KeepCase
	for _, c := range []*Config{behaving(t, "echo"), lasting, serving(t, "service")} {
		if err := opened(t, c, Setup{}).Close(); err != nil {
			t.Error(err)
		}
	}
}

// Programs leave no goroutine behind, however they behave.
func TestNoGoroutinesLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	var all sync.WaitGroup
	for _, behaviour := range []string{"upper", "deaf", "crash", "flood", "never", "children"} {
		c := behaving(t, behaviour, filepath.Join(t.TempDir(), "child"))
		all.Go(func() { used(t, c) })
	}
	for _, behaviour := range []string{"echo", "twice", "no turn", "no lines", "mute"} {
		c := behaving(t, behaviour)
		c.Keep = KeepCase
		all.Go(func() { used(t, c) })
	}
	for _, behaviour := range []string{"service", "dies", "dies in turn", "500", "hangs", "hangs up", "too big"} {
		all.Go(func() { used(t, serving(t, behaviour)) })
	}
	all.Wait()
	for deadline := time.Now().Add(testTimeout); runtime.NumGoroutine() > before; {
		if time.Now().After(deadline) {
			stacks := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before,
				stacks[:runtime.Stack(stacks, true)])
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// used gives a program a turn of a large text, and closes it.
func used(t *testing.T, c *Config) {
	t.Helper()
	p, err := Open(c, Setup{})
	if err != nil {
		t.Error(err)
		return
	}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	_, _ = p.Turn(ctx, 1, strings.Repeat("x", 1<<18)) // with or without an error: its goroutines are counted
	_ = p.Close()
}

func processOf(p *Program) *process {
	switch c := p.conversation.(type) {
	case *lines:
		return c.process
	case *service:
		return c.process
	}
	return nil
}

func accepts(t *testing.T, child string) bool {
	t.Helper()
	address, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", string(address))
	if err == nil {
		c.Close()
	}
	return err == nil
}

func wantThere(t *testing.T, child string) {
	t.Helper()
	if !accepts(t, child) {
		t.Errorf("%s has ended already", filepath.Base(child))
	}
}

// wantGone fails the test unless the process that listens at the address in a file has ended.
func wantGone(t *testing.T, child string) {
	t.Helper()
	if accepts(t, child) {
		t.Errorf("%s still runs", filepath.Base(child))
	}
}
