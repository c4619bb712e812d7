package prompt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Error is one error in a template file. File is the name in the folder; callers who know the folder may prepend its
// path.
type Error struct {
	File string
	Line int // from 1; 0: the file as a whole
	Msg  string
	Err  error // the cause, where there is one
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg)
}

func (e *Error) Unwrap() error { return e.Err }

// join joins errors in the order of files and lines; it returns nil for none.
func join(errs []*Error) error {
	slices.SortStableFunc(errs, func(a, b *Error) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	all := make([]error, len(errs))
	for i, e := range errs {
		all[i] = e
	}
	return errors.Join(all...)
}

// relocate turns an error of text/template, "template: file:line: text" or "template: file:line:column: text", into an
// Error.
func relocate(file string, err error) *Error {
	e := &Error{File: file, Msg: asWritten(err.Error()), Err: err}
	rest, ok := strings.CutPrefix(e.Msg, "template: "+file+":")
	if !ok {
		return e
	}
	for n := 0; ; n++ {
		number, text, _ := strings.Cut(rest, ":")
		v, err := strconv.Atoi(number)
		if err != nil {
			break
		}
		if n == 0 {
			e.Line = v
		}
		rest = text
	}
	e.Msg = strings.TrimSpace(rest)
	return e
}

// asWritten removes the functions of a rewritten tree from an error's text, so that it shows the template as its author
// wrote it.
func asWritten(text string) string {
	text = strings.NewReplacer(" | "+funcValue, "", " | "+funcPlain, "").Replace(text)
	for {
		head, tail, found := strings.Cut(text, "("+funcPlain+" ")
		if !found {
			return text
		}
		text = head + withoutClosing(tail)
	}
}

// withoutClosing removes the parenthesis that closes the one before the text.
func withoutClosing(s string) string {
	open := 0
	for i, c := range s {
		switch {
		case c == '(':
			open++
		case c == ')' && open == 0:
			return s[:i] + s[i+1:]
		case c == ')':
			open--
		}
	}
	return s
}
