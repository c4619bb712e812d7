package console

import (
	"context"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"
)

// sameSignal is how long a second signal counts as the first: timeout(1) sends its one to the process and to its group.
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

// ofKeyboard reports whether a signal may come of a key, and so to all programs in front of a terminal.
func ofKeyboard(s os.Signal) bool { return s == os.Interrupt || s == syscall.SIGQUIT }

// UntilSignal returns a context that the first signal of those that end the program ends. The second ends the process
// at once, whatever it is waiting for, but for SIGHUP: of one terminal that is closed both the system and the shell
// tell. stop gives the signals back.
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

// heldKey is where the context of UntilSignal says whether Ctrl-C and Ctrl-\ are somebody else's.
type heldKey struct{}

// HoldInterrupts lets Ctrl-C and Ctrl-\ pass by until it is resumed: another program has the terminal, and all programs
// in front of a terminal get the signals. A context that is not of UntilSignal has nothing to hold.
func HoldInterrupts(ctx context.Context) (resume func()) {
	held, ok := ctx.Value(heldKey{}).(*atomic.Bool)
	if !ok {
		return func() {}
	}
	held.Store(true)
	return func() { held.Store(false) }
}

// WaitFor runs f, which may block for ever, such as the opening of a pipe that nobody reads. When ctx ends first, f is
// left behind.
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
