package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/suites/driven"
)

// standardInput is the name of standard input in messages.
const standardInput = "standard input"

// input is the lines of those who drive an application. They write a line and then send a request, without an answer
// in between: so a request first takes the lines that are on their way. All lines are taken one after the other.
type input struct {
	take func(number int, text []byte) error

	mu     sync.Mutex
	begun  []byte        // of a line that has not ended
	number int           // of the last line
	closed bool          // no more lines are taken
	err    error         // of the first wrong line
	wrong  chan struct{} // closed at that line, which a request may have taken
}

func newInput() input { return input{wrong: make(chan struct{})} }

// fail notes the first error. It is called with the lock held.
func (p *input) fail(err error) {
	if p.err == nil && err != nil {
		p.err = err
		close(p.wrong)
	}
}

// error returns the first error; nil: all lines were right.
func (p *input) error() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// add takes the lines of some bytes. It is called with the lock held, and reports whether there may be more.
func (p *input) add(data []byte) (more bool) {
	p.begun = append(p.begun, data...)
	for {
		i := bytes.IndexByte(p.begun, '\n')
		if p.closed || p.err != nil || i < 0 {
			break
		}
		p.line(p.begun[:i])
		p.begun = p.begun[i+1:]
	}
	if len(p.begun) > driven.MaxLine {
		p.fail(pipeline.FileErrorf(standardInput, p.number+1, "a line of more than %d MB", driven.MaxLine>>20))
	}
	return p.err == nil && !p.closed
}

func (p *input) line(text []byte) {
	p.number++
	if len(bytes.TrimSpace(text)) > 0 {
		p.fail(p.take(p.number, text))
	}
}

// end takes the last line, which may have no end, unless reading failed.
func (p *input) end(err error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil && !errors.Is(err, io.EOF) {
		p.fail(fmt.Errorf("%s: %w", standardInput, err))
	}
	if p.err == nil && !p.closed {
		p.line(p.begun)
	}
	return p.err
}

// close stops taking lines, once the present one is taken.
func (p *input) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// readAll reads a file to its end, or to a wrong line.
func (p *input) readAll(read func([]byte) (int, error)) error {
	buf := make([]byte, 64<<10)
	for {
		n, err := read(buf)
		if n <= 0 || err != nil {
			return p.end(err)
		}
		p.mu.Lock()
		more := p.add(buf[:n])
		p.mu.Unlock()
		if !more {
			return p.err
		}
	}
}
