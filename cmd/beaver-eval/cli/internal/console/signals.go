package console

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// sameSignal is how long a second signal counts as the first: timeout(1) signals both the process and its group.
const sameSignal = 100 * time.Millisecond

// ending returns the signals that end the program in order: Ctrl-C, SIGTERM, Ctrl-\ (SIGQUIT) and, when the terminal is
// closed, SIGHUP. Under nohup the last one is ignored, and stays so.
func ending() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// ofKeyboard reports whether a signal may come from a key, and so to all foreground programs of a terminal.
func ofKeyboard(s os.Signal) bool { return s == os.Interrupt || s == syscall.SIGQUIT }

// UntilSignal returns a context canceled by the first of the signals that end the program. The second ends the process
// at once, whatever it is waiting for, except SIGHUP: the system and the shell both send it when a terminal closes.
// stop releases the signals.
func UntilSignal() (ctx context.Context, stop func()) {
	held := &atomic.Bool{}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), heldKey{}, held))
	signals, done := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(signals, ending()...)
	go func() {
		var first time.Time
		for {
			var s os.Signal
			select {
			case <-done:
				return
			case s = <-signals:
			}
			if ofKeyboard(s) && held.Load() {
				continue
			}
			if first.IsZero() {
				first = time.Now()
				cancel()
			} else if s != syscall.SIGHUP && time.Since(first) > sameSignal {
				os.Exit(Interrupted)
			}
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(done)
		cancel()
	}
}

// heldKey is the context key of UntilSignal's flag that Ctrl-C and Ctrl-\ belong to another program.
type heldKey struct{}

// HoldInterrupts ignores Ctrl-C and Ctrl-\ until resume is called: another program has the terminal, but all foreground
// programs get the signals. It has no effect on a context not from UntilSignal.
func HoldInterrupts(ctx context.Context) (resume func()) {
	held, ok := ctx.Value(heldKey{}).(*atomic.Bool)
	if !ok {
		return func() {}
	}
	held.Store(true)
	return func() { held.Store(false) }
}

// WaitFor runs f, which may block for ever, such as the opening of a pipe that nobody reads. When ctx ends first, f is
// abandoned.
func WaitFor[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		v, err := f()
		done <- result{v, err}
	}()
	select {
	case r := <-done:
		return r.v, r.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}
