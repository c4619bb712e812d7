package packed

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// maxLine is the longest line: a golden of 64 MB, in which JSON escapes something.
const maxLine = 128 << 20

// reader reads a file case by case, and checks it.
type reader struct {
	*kind
	file string // in errors
	in   *bufio.Reader
	long []byte // a line longer than in's buffer

	number int    // of the newest line, from 1
	line   []byte // the newest line, which belongs to the next case; nil: the file has ended
	id     []byte // its case
	within []byte

	start, end int64 // of the case returned last, and of what was read of the file
	last       []byte
	lines      []byte
	seen       map[string]bool // among the lines of a case
}

// newReader begins to read a file of a suite.
func newReader(k *kind, file, suite string, in io.Reader) (*reader, error) {
	r := &reader{kind: k, file: file, in: bufio.NewReaderSize(in, 64<<10), seen: map[string]bool{}}
	line, err := r.readLine()
	if err != nil {
		return nil, err
	}
	if err := r.checkHead(line, suite); err != nil {
		return nil, err
	}
	r.end += int64(len(line))
	return r, r.advance()
}

// checkHead checks the first line.
func (r *reader) checkHead(line []byte, suite string) error {
	want, err := r.head(suite)
	if err != nil || bytes.Equal(line, want) {
		return err
	}
	if bytes.HasSuffix(line, []byte("\r\n")) {
		return r.failed(errors.New("its lines end in CR LF, as git writes them with core.autocrlf")).Remedied(
			"add `/goldens/** -text` to .gitattributes, remove the file, and check it out again")
	}
	var head map[string]any
	if json.Unmarshal(line, &head) != nil || head[r.key] == nil {
		return r.fail("not %s of the suite %s: want %s", r.what, suite, bytes.TrimSpace(want))
	}
	if v, ok := head[r.key].(float64); ok && v > version {
		return r.fail("%s in version %v, and this beaver-eval reads version %d: update beaver-eval", r.what, v, version)
	}
	return r.fail("%s of another suite, or edited by hand: want %s", r.what, bytes.TrimSpace(want))
}

// next returns the next case with its lines, which are valid until the next call; no lines: there is none.
func (r *reader) next() (id, lines []byte, err error) {
	if r.line == nil {
		return nil, nil, nil
	}
	if r.last != nil && bytes.Compare(r.last, r.id) >= 0 {
		return nil, nil, r.fail("the case %q stands behind %q: the lines are sorted by case, each case once", r.id,
			r.last)
	}
	r.last, r.lines, r.start = append(r.last[:0], r.id...), r.lines[:0], r.end
	clear(r.seen)
	for r.line != nil && bytes.Equal(r.id, r.last) {
		if r.seen[string(r.within)] {
			return nil, nil, r.fail("the case %q has two lines of %q", r.id, r.within)
		}
		r.seen[string(r.within)] = true
		r.lines = append(r.lines, r.line...)
		r.end += int64(len(r.line))
		if err := r.advance(); err != nil {
			return nil, nil, err
		}
	}
	return r.last, r.lines, nil
}

// advance reads a line ahead.
func (r *reader) advance() error {
	line, err := r.readLine()
	if r.line = line; err != nil || line == nil {
		return err
	}
	if r.id, r.within, err = r.scan(line); err != nil {
		if conflict.Line(line) > 0 {
			return r.failed(conflict.Err).Remedied("take one side, such as by git checkout --ours, run, and accept " +
				"what the run shows")
		}
		return r.fail("%w", err)
	}
	if len(r.id) == 0 {
		return r.fail("a line without a case")
	}
	return nil
}

// readLine returns the next line with its end, valid until the next call; nil: there is none.
func (r *reader) readLine() ([]byte, error) {
	r.number++
	r.long = r.long[:0]
	for {
		piece, err := r.in.ReadSlice('\n')
		switch {
		case err == nil && len(r.long) == 0:
			return piece, nil
		case err == nil:
			r.long = append(r.long, piece...)
			return r.long, nil
		case errors.Is(err, bufio.ErrBufferFull) && len(r.long) < maxLine:
			r.long = append(r.long, piece...)
		case errors.Is(err, bufio.ErrBufferFull):
			return nil, r.fail("a line of more than %d MB", maxLine>>20)
		case errors.Is(err, io.EOF) && len(r.long)+len(piece) == 0 && r.number > 1:
			return nil, nil
		case errors.Is(err, io.EOF):
			return nil, r.failed(errors.New("the file ends within a line: it is not whole")).Remedied(
				"restore it from version control")
		default:
			return nil, r.fail("%w", err)
		}
	}
}

func (r *reader) fail(format string, args ...any) error {
	return pipeline.FileErrorf(r.file, r.number, format, args...)
}

func (r *reader) failed(err error) *pipeline.FileError {
	return pipeline.FileErrorf(r.file, r.number, "%w", err)
}

// writer writes cases as a file.
type writer struct {
	*kind
	suite string
	out   *bufio.Writer
	cases int
}

// add writes the lines of one more case, behind the head of the file.
func (w *writer) add(lines []byte) error {
	if w.cases == 0 {
		head, err := w.head(w.suite)
		if err != nil {
			return fmt.Errorf("suite %q: %w", w.suite, err)
		}
		w.out.Write(head)
	}
	w.cases++
	_, err := w.out.Write(lines)
	return err
}
