package prompt

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"unicode/utf8"

	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// maxSize is the maximum size of a template file in bytes. The parser of text/template recurses for every nested
// action, so a limit on the size is one on the stack too.
const maxSize = 256 << 10

// source is the text of a file: UTF-8, with LF line ends.
type source struct {
	file string
	path string // its path; empty: unknown
	text string
}

// errorf returns an error at a byte of the text.
func (s source) errorf(pos int, format string, args ...any) *Error {
	return &Error{File: s.file, Line: s.line(pos), Msg: fmt.Sprintf(format, args...)}
}

// unlessConflict returns the errors of a file, or only the merge conflict that it contains.
func (s source) unlessConflict(errs []*Error) []*Error {
	line := conflict.Line([]byte(s.text))
	if line == 0 {
		return errs
	}
	return []*Error{{File: s.file, Line: line, Msg: conflict.Err.Error() + "; resolve it", Err: conflict.Err}}
}

func (s source) line(pos int) int { return 1 + strings.Count(s.text[:pos], "\n") }

func read(fsys fs.FS, file string) (source, *Error) {
	src := source{file: file, path: pathOf(fsys, file)}
	b, err := readLimited(fsys, file)
	if err != nil {
		e := &Error{File: file, Msg: err.Error(), Err: err}
		if p, ok := errors.AsType[*fs.PathError](err); ok {
			e.Msg = p.Err.Error() // the name is already in front
		}
		return src, e
	}
	if len(b) > maxSize {
		return src, &Error{File: file, Msg: fmt.Sprintf("larger than %d bytes", maxSize)}
	}
	src.text = string(b)
	if i := bytes.IndexByte(b, '\r'); i >= 0 {
		return src, src.errorf(i, "carriage return: save it with LF line ends")
	}
	if i := invalid(src.text); i >= 0 {
		return src, src.errorf(i, "byte 0x%02x is not UTF-8", b[i])
	}
	return src, nil
}

// readLimited reads up to one byte more than a file may have.
func readLimited(fsys fs.FS, file string) ([]byte, error) {
	f, err := fsys.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}

// invalid returns the offset of the first byte that is not UTF-8, or -1.
func invalid(s string) int {
	for i, r := range s {
		if r != utf8.RuneError {
			continue
		}
		if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
			return i
		}
	}
	return -1
}
