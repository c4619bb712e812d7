package run

import (
	"os"
	"time"
)

// source is the file of the lines.
type source struct {
	input
	file *os.File
}

func newSource(f *os.File) *source { return &source{input: newInput(), file: f} }

// read takes the lines until their end, or until a wrong one.
func (s *source) read() error { return s.readAll(s.file.Read) }

// catchUp waits for the lines that were written before now: a pipe cannot be asked whether it has some. A client that
// cannot rely on a time posts its lines to url/control.
func (s *source) catchUp() {
	const onTheWay = 20 * time.Millisecond
	time.Sleep(onTheWay)
	s.mu.Lock() // until the present line is taken
	defer s.mu.Unlock()
}
