package program

import (
	"bytes"
	"errors"
	"sync"
)

const (
	outputLimit = 16 << 20 // bytes of an output that is a reply, or of a line that may be one
	tailLimit   = 64 << 10 // bytes of an output that is a log
)

// tail keeps only the end of an output. It is safe for several goroutines, as all outputs are.
type tail struct {
	mu   sync.Mutex
	last []byte
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(p)
	if n > tailLimit {
		p = p[n-tailLimit:]
	}
	if len(t.last)+len(p) > 2*tailLimit {
		t.last = append(t.last[:0], t.last[len(t.last)-tailLimit:]...)
	}
	t.last = append(t.last, p...)
	return n, nil
}

func (t *tail) end() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(ending(t.last))
}

// ending returns the end of an output, long enough for its last lines.
func ending(output []byte) []byte { return output[max(0, len(output)-tailLimit):] }

// errFlooded stops the reading of an output.
var errFlooded = errors.New("too much output")

// capture keeps a whole output, up to the limit.
type capture struct {
	mu      sync.Mutex
	buffer  bytes.Buffer
	flooded chan struct{} // closed at the limit
}

func newCapture() *capture { return &capture{flooded: make(chan struct{})} }

func (c *capture) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.buffer.Len()+len(p) <= outputLimit {
		return c.buffer.Write(p)
	}
	if !isClosed(c.flooded) {
		close(c.flooded)
	}
	return 0, errFlooded
}

func (c *capture) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.buffer.String()
}

func (c *capture) end() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return string(ending(c.buffer.Bytes()))
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
