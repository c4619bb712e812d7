package exit

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

// UntilSignal is a context that the first Ctrl-C or SIGTERM ends. The second ends the process at once, whatever it is
// waiting for. stop gives the signals back.
func UntilSignal() (ctx context.Context, stop func()) {
	held := &atomic.Bool{}
	ctx, cancel := context.WithCancel(context.WithValue(context.Background(), heldKey{}, held))
	signals, done := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		var first time.Time
		for {
			select {
			case <-done:
				return
			case s := <-signals:
				if s == os.Interrupt && held.Load() {
					continue
				}
			}
			if first.IsZero() {
				first = time.Now()
				cancel()
			} else if time.Since(first) > sameSignal {
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

// heldKey is where the context of UntilSignal says whether Ctrl-C is somebody else's.
type heldKey struct{}

// HoldInterrupts lets Ctrl-C pass by until it is resumed: another program has the terminal, and all programs in front
// of a terminal get the signal. A context that is not of UntilSignal has nothing to hold.
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
