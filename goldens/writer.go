package goldens

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// writer collects a file. Columns are those of a mapping's keys. The first error is kept in err.
type writer struct {
	b          []byte
	err        error
	references *references // nil: every text is written in full
}

// blanks is enough for the deepest column.
const blanks = "                                                                                "

func (w *writer) raw(s string) { w.b = append(w.b, s...) }

func (w *writer) pad(col int) { w.raw(blanks[:col]) }

// valid returns s as UTF-8, and records an error if it is not.
func (w *writer) valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	w.fail(fmt.Errorf("%.40q is not UTF-8", s))
	return strings.ToValidUTF8(s, "\uFFFD")
}

var errNotCanonical = errors.New("a JSON value that is not in canonical form")

// fail records an error, if it is one.
func (w *writer) fail(err error) {
	if w.err == nil {
		w.err = err
	}
}
