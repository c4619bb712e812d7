//go:build !windows

package run

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// source is the file of the lines.
type source struct {
	input
	file *os.File
	of   *os.File // whose descriptor it has: it must not be closed before
	wait bool     // reading may wait: a request cannot look for lines
}

// newSource reads a pipe without waiting, so that a request can take what is in it. A terminal stays as it is: its
// settings are those of the shell too.
func newSource(f *os.File) *source {
	info, err := f.Stat()
	pipe := err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
	fd := f.Fd() // once: the call itself lets reading wait
	if !pipe || syscall.SetNonblock(int(fd), true) != nil {
		return &source{input: newInput(), file: f, of: f, wait: true}
	}
	return &source{input: newInput(), file: os.NewFile(fd, f.Name()), of: f}
}

// read takes the lines until their end, or until a wrong one.
func (s *source) read() error {
	conn, err := s.file.SyscallConn()
	if err != nil || s.wait {
		return s.readAll(s.file.Read)
	}
	var ended bool
	for !ended && err == nil {
		err = conn.Read(func(fd uintptr) (done bool) {
			done, ended = s.readNow(fd)
			return done
		})
	}
	return s.end(err)
}

// readNow takes what is in the pipe. got says that there was something, or that the lines have ended.
func (s *source) readNow(fd uintptr) (got, ended bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	buf := make([]byte, 64<<10)
	for {
		n, err := syscall.Read(int(fd), buf)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
			return got, false
		case n <= 0 || err != nil:
			return true, true
		case !s.add(buf[:n]):
			return true, true
		}
		got = true
	}
}

// catchUp takes the lines that were written before now.
func (s *source) catchUp() {
	if s.wait {
		return
	}
	if conn, err := s.file.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) { s.readNow(fd) }) // an end is seen by read, too
	}
}
