package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/conflict"
)

// lineDecoder decodes lines that are one JSON value each, with no key that their type has not. Its buffer stays from
// line to line: a prompt would make a new one grow five times.
type lineDecoder struct {
	json *json.Decoder
	line []byte // what the decoder has not taken of the line
	last bool   // the decoder has taken the space behind the line, where a number or a word is known to be whole
	read int64  // bytes that the decoder has taken, of all lines
}

func newLineDecoder() *lineDecoder {
	d := &lineDecoder{}
	d.json = json.NewDecoder(d)
	d.json.DisallowUnknownFields()
	return d
}

var errCutOff = errors.New("the line is cut off")

// Read implements io.Reader. No value goes on behind its line.
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

// decode decodes a line without white space around it. After an error there is no other line.
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

// maxLine is the most bytes that a line of a recording may have.
const maxLine = 64 << 20

// decodeLines reads a file whose lines are one JSON value each, without blank ones behind the first. Errors name file
// and line; what git could not merge is a conflict.Err.
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

// cutOff is the error of a line, with what to do where only a part of it was written: the machine has stopped. Then it
// ends early, or what was to follow is zeros.
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
