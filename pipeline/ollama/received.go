package ollama

import (
	"bytes"
	"errors"
	"io"
)

// What an answer may have at most.
const (
	maxAnswer = 16 << 20 // bytes
	maxLine   = 8e6      // bytes; the client library stops there too, but its error says less
)

// received is an answer on its way to who asks: it stays within its limits, and each of its lines is looked at as the
// bytes that it is.
type received struct {
	io.ReadCloser
	look func(line []byte) error // an error ends the answer

	begun bytes.Buffer // of the line that has not ended
	bytes int
	err   error // why it ended before its end
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

// split hands out the lines that end in what has come.
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

// end hands out the line that has begun.
func (r *received) end() error {
	defer r.begun.Reset()
	return r.look(bytes.TrimSpace(r.begun.Bytes()))
}
