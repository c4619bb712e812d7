package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// lineDecoder decodes lines that are one JSON value each, without keys unknown to their type. Its buffer is reused from
// line to line: for a prompt a new one would be grown five times.
type lineDecoder struct {
	json *json.Decoder
	line []byte // the unread part of the line
	last bool   // the decoder has read the space after the line, which ends a number or a word
	read int64  // bytes that the decoder has read, of all lines
}

func newLineDecoder() *lineDecoder {
	d := &lineDecoder{}
	d.json = json.NewDecoder(d)
	d.json.DisallowUnknownFields()
	return d
}

var errCutOff = errors.New("the line is cut off")

// Read implements io.Reader. No value continues past its line.
func (d *lineDecoder) Read(p []byte) (int, error) {
	n := copy(p, d.line)
	switch {
	case n > 0:
		d.line = d.line[n:]
	case d.last:
		return 0, errCutOff
	default:
		n, d.last = copy(p, " "), true
	}
	d.read += int64(n)
	return n, nil
}

// decode decodes a line without surrounding white space. After an error it cannot be used again.
func (d *lineDecoder) decode(line []byte, v any) error {
	end := d.read + int64(len(line))
	d.line, d.last = line, false
	if err := d.json.Decode(v); err != nil {
		return err
	}
	if d.json.InputOffset() != end {
		return errors.New("more than one JSON value in the line")
	}
	return nil
}

// maxLine is the maximum length in bytes of a line of a recording.
const maxLine = 64 << 20

// decodeLines reads a file whose lines are one JSON value each, without blank ones after the first. Errors name file
// and line; a merge conflict of git is a conflict.Err.
func decodeLines(data []byte, file string, read func(dec *lineDecoder, line []byte, first bool) error) error {
	return conflict.Error(file, 1, data, decodeEach(data, file, read))
}

func decodeEach(data []byte, file string, read func(dec *lineDecoder, line []byte, first bool) error) error {
	dec, n := newLineDecoder(), 0
	for line := range bytes.Lines(data) {
		n++
		line = bytes.TrimSpace(line)
		var err error
		switch {
		case len(line) > maxLine:
			err = fmt.Errorf("a line of more than %d MB", maxLine>>20)
		case n == 1 || len(line) > 0:
			err = read(dec, line, n == 1)
		}
		if err != nil {
			return pipeline.FileErrorf(file, n, "%w", cutOff(line, n, err))
		}
	}
	return nil
}

// cutOff returns the error of a line, with advice if only a part of it was written because the machine stopped. Then it
// ends early, or continues with zeros.
func cutOff(line []byte, n int, err error) error {
	if !errors.Is(err, errCutOff) && bytes.IndexByte(line, 0) < 0 {
		return err
	}
	what := "it"
	if n == 1 {
		what = "the file"
	}
	return fmt.Errorf("%w: remove %s, and record again (`beaver-eval record --missing`)", errCutOff, what)
}
