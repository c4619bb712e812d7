package pipeline

import "fmt"

// FileError is one error in a file, with its place. Code that prints errors or sorts them by file reads its fields; its
// text is for a person.
type FileError struct {
	File   string // as a person would name it
	Line   int    // from 1; 0: the whole file
	Err    error
	Remedy string // what to do about it; empty: Err is enough
}

// FileErrorf returns a *FileError about a line of a file, 0 for the whole file. It formats as fmt.Errorf does, %w
// included.
func FileErrorf(file string, line int, format string, args ...any) *FileError {
	return &FileError{File: file, Line: line, Err: fmt.Errorf(format, args...)}
}

// Remedied returns the error with what to do about it.
func (e *FileError) Remedied(remedy string) *FileError {
	e.Remedy = remedy
	return e
}

// What returns the error and its remedy, without the place.
func (e *FileError) What() string {
	if e.Remedy == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "; " + e.Remedy
}

// Error returns file:line: and the error.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.What()
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.What())
}

// Unwrap returns the error without its place.
func (e *FileError) Unwrap() error { return e.Err }
