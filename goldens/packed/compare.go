package packed

import (
	"bytes"
	"errors"
	"io"

	"github.com/beaver-eval/beaver-eval/goldens"
)

// Text is a file of packed goldens that is read from its beginning; Name is for errors. Without In there is none.
type Text struct {
	Name string
	In   io.Reader
}

// Compare calls f with the goldens of a suite that differ between two files, sorted by case; nil: that file has none.
func Compare(suite string, old, new Text, f func(old, new *goldens.File) error) error {
	a, b := &side{Text: old, suite: suite}, &side{Text: new, suite: suite}
	if err := errors.Join(a.open(), b.open()); err != nil {
		return err
	}
	for a.lines != nil || b.lines != nil {
		order := bytes.Compare(a.id, b.id)
		switch {
		case a.lines == nil:
			order = 1
		case b.lines == nil:
			order = -1
		}
		if order != 0 || !bytes.Equal(a.lines, b.lines) {
			before, err1 := a.golden(order <= 0)
			after, err2 := b.golden(order >= 0)
			if err := errors.Join(err1, err2); err != nil {
				return err
			}
			if err := f(before, after); err != nil {
				return err
			}
		}
		if err := errors.Join(a.next(order <= 0), b.next(order >= 0)); err != nil {
			return err
		}
	}
	return nil
}

// side is one of two files.
type side struct {
	Text
	suite     string
	reader    *reader
	id, lines []byte // of the next case; no lines: there is none
}

func (s *side) open() (err error) {
	if s.In == nil {
		return nil
	}
	if s.reader, err = newReader(&accepted, s.Name, s.suite, s.In); err != nil {
		return err
	}
	return s.next(true)
}

// next goes on to the next case, if it is this one's turn.
func (s *side) next(turn bool) (err error) {
	if turn && s.reader != nil {
		s.id, s.lines, err = s.reader.next()
	}
	return err
}

// golden returns the golden of the next case, if it is this one's turn.
func (s *side) golden(turn bool) (*goldens.File, error) {
	if !turn || s.lines == nil {
		return nil, nil
	}
	return readGolden(s.Name, s.suite, string(s.id), s.lines)
}
