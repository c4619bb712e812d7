// Package conflict recognizes merge conflicts that git leaves in a text file: each place on which the two sides differ
// is there twice, between lines of markers.
//
//	<<<<<<< HEAD
//	ours
//	||||||| 1f0a5e2      (with merge.conflictStyle diff3 or zdiff3)
//	the common ancestor
//	=======
//	theirs
//	>>>>>>> feature
package conflict

import (
	"bytes"
	"errors"
	"strings"

	"github.com/beaver-eval/beaver-eval/pipeline"
)

// leastSize is the length of a marker, unless the attribute conflict-marker-size asks for more.
const leastSize = 7

// Line returns the first line, from 1, in which a conflict begins or ends; 0: there is none. A lone ======= does not
// count: it underlines a heading in Markdown.
func Line(data []byte) int {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if kind, _ := marker(line); kind == '<' || kind == '>' {
			return n
		}
	}
	return 0
}

// Err says that a file cannot be read because of a conflict.
var Err = errors.New("it holds a merge conflict")

// Error returns the error for an unreadable text that begins at the given line of a file: Err if the text has a
// conflict, else err.
func Error(file string, line int, text []byte, err error) error {
	if err == nil {
		return nil
	}
	if at := Line(text); at > 0 {
		return pipeline.FileErrorf(file, line-1+at, "%w", Err).Remedied("resolve it")
	}
	return err
}

// Labels returns git's names for the sides of the first conflict: HEAD and feature. Both are empty if none is complete.
func Labels(data []byte) (ours, theirs string) {
	begin, end := Ends(data)
	return strings.TrimLeft(begin, "< "), strings.TrimLeft(end, "> ")
}

// Ends returns the first and the last line of the first conflict, with their labels. Both are empty if none is
// complete.
func Ends(data []byte) (begin, end string) {
	size := 0
	for line := range bytes.Lines(data) {
		switch kind, n := marker(line); {
		case kind == '<' && size == 0:
			begin, size = text(line), n
		case kind == '>' && n == size && size > 0:
			return begin, text(line)
		}
	}
	return "", ""
}

// Sides returns the two versions of a file with conflicts, each including the merged parts. ok reports whether the
// markers are valid: there are some, and each conflict is complete.
func Sides(data []byte) (ours, theirs []byte, ok bool) {
	place, size := byte(0), 0 // the marker above the current lines; 0: they are of both sides
	for line := range bytes.Lines(data) {
		kind, n := marker(line)
		switch {
		case kind == '<' && place == 0:
			place, size, ok = kind, n, true
		case kind == '|' && n == size && place == '<', kind == '=' && n == size && (place == '<' || place == '|'):
			place = kind
		case kind == '>' && n == size && place == '=':
			place = 0
		case place == 0 && kind == '>':
			return nil, nil, false
		case place == 0:
			ours, theirs = append(ours, line...), append(theirs, line...)
		case place == '<':
			ours = append(ours, line...)
		case place == '=':
			theirs = append(theirs, line...)
		}
	}
	return ours, theirs, ok && place == 0
}

// marker returns the character of a line's marker, and the number of its repetitions; 0: it is no marker. A label may
// follow the marker, but not =======.
func marker(line []byte) (kind byte, size int) {
	if len(line) < leastSize || bytes.IndexByte([]byte("<|=>"), line[0]) < 0 {
		return 0, 0
	}
	size = len(line) - len(bytes.TrimLeft(line, string(line[0])))
	rest := bytes.TrimRight(line[size:], "\r\n")
	if size < leastSize || len(rest) > 0 && (line[0] == '=' || rest[0] != ' ') {
		return 0, 0
	}
	return line[0], size
}

func text(line []byte) string { return string(bytes.TrimRight(line, "\r\n")) }
