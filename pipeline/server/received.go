package server

import (
	"bytes"
	"errors"
	"io"
)

// Limits of an answer.
const (
	maxAnswer = 16 << 20 // bytes
	maxLine   = 8e6      // bytes; the client library stops there too, but its error says less
)

// received is an answer on its way to the caller: it enforces limits, and passes each line to look as raw bytes.
type received struct {
	io.ReadCloser
	look func(line []byte) error // an error ends the answer

	begun bytes.Buffer // of the line that has not ended
	bytes int
	err   error // why it ended early
}

// Read implements io.Reader.
func (r *received) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.ReadCloser.Read(p)
	if r.bytes += n; r.bytes > maxAnswer {
		r.err = AnswerTooLong
		return 0, r.err
	}
	r.err = r.split(p[:n])
	switch {
	case r.err != nil:
	case errors.Is(err, io.EOF) && r.begun.Len() > 0:
		r.err = r.end()
	case errors.Is(err, io.EOF):
	case err != nil:
		r.err = Cut
	}
	if r.err != nil {
		return n, r.err
	}
	return n, err
}

// split passes on the lines that end in the new bytes.
func (r *received) split(come []byte) error {
	for len(come) > 0 {
		line, rest, ended := bytes.Cut(come, []byte("\n"))
		r.begun.Write(line)
		if r.begun.Len() >= maxLine {
			return LineTooLong
		}
		if ended {
			if err := r.end(); err != nil {
				return err
			}
		}
		come = rest
	}
	return nil
}

// end passes on the unterminated line.
func (r *received) end() error {
	defer r.begun.Reset()
	return r.look(bytes.TrimSpace(r.begun.Bytes()))
}
