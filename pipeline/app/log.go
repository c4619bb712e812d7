package app

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/beaver-eval/beaver-eval/pipeline"
	"github.com/beaver-eval/beaver-eval/pipeline/jsonvalue"
)

// MaxLine is the maximum length of a line in bytes.
const MaxLine = 64 << 20

// Log is a file of requests. Only the positions of its lines are in memory, not their text: the lines of a case are
// read when the case is run. It can be used by many goroutines at once.
type Log struct {
	name   string
	file   *os.File
	copied bool     // the file is our own copy, and still has its name
	Unit   string   // what messages call a line: line, or span if the file was made of spans
	ids    []string // of its cases, in the order of their first lines
	lines  map[string][]place
	turns  map[string]int // the highest turn that a line names, by case
}

// place is where a line stands.
type place struct {
	number int
	offset int64
	size   int
}

// OpenLog reads a file once, and checks each line. A *pipeline.FileError names a line that is not a request.
func OpenLog(ctx context.Context, name string) (*Log, error) {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s: not a file: its lines are read more than once", name)
	}
	if err != nil {
		return nil, err
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	l := &Log{name: name, file: f, Unit: "line"}
	if err := l.read(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// Spool is OpenLog for a reader: it keeps a copy as long as the log is open. Errors call it by name.
func Spool(ctx context.Context, r io.Reader, name string) (*Log, error) {
	f, err := os.CreateTemp("", "beaver-eval-requests-")
	if err != nil {
		return nil, err
	}
	l := &Log{name: name, file: f, Unit: "line"}
	l.copied = os.Remove(f.Name()) != nil // without a name it disappears with this process; Windows does not allow that
	_, err = io.Copy(f, r)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), l.Close())
	}
	if err := l.read(ctx); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// read finds the lines of the file.
func (l *Log) read(ctx context.Context) error {
	l.lines, l.turns = map[string][]place{}, map[string]int{}
	of := newNaming()
	err := eachLine(ctx, l.file, l.name, func(at place, data []byte) error {
		line, err := ParseLine(data)
		if err == nil && line.Case == "" {
			line.Case, err = of.name(&line)
		}
		if err != nil {
			return pipeline.FileErrorf(l.name, at.number, "%w", err)
		}
		l.add(line, at)
		return nil
	})
	if err == nil && len(l.ids) == 0 {
		err = pipeline.FileErrorf(l.name, 0, "no request in it")
	}
	return err
}

func (l *Log) add(line LogLine, at place) {
	if l.lines[line.Case] == nil {
		l.ids = append(l.ids, line.Case)
	}
	l.lines[line.Case] = append(l.lines[line.Case], at)
	l.turns[line.Case] = max(l.turns[line.Case], line.Turn)
}

// Close closes the file.
func (l *Log) Close() error {
	err := l.file.Close()
	if l.copied {
		err = errors.Join(err, os.Remove(l.file.Name()))
	}
	return err
}

// Name is the file's name, for people.
func (l *Log) Name() string { return l.name }

// At names a line for messages, without the folder of the file, which is private.
func (l *Log) At(number int) string {
	return fmt.Sprintf("%s %s %d", filepath.Base(l.name), l.Unit, number)
}

// Cases returns the ids of the cases, in the order of their first lines.
func (l *Log) Cases() []string { return l.ids }

// Turns returns the highest turn that a line of a case names; 0: none names any.
func (l *Log) Turns(id string) int { return l.turns[id] }

// First returns the number of the first line of a case.
func (l *Log) First(id string) int { return l.lines[id][0].number }

// Lines returns the lines of a case, in the order of the file.
func (l *Log) Lines(id string) ([]LogLine, error) {
	var all []LogLine
	for _, at := range l.lines[id] {
		data := make([]byte, at.size)
		if _, err := l.file.ReadAt(data, at.offset); err != nil {
			return nil, pipeline.FileErrorf(l.name, at.number, "%w", err)
		}
		line, err := ParseLine(data)
		if err != nil { // the file has changed
			return nil, pipeline.FileErrorf(l.name, at.number, "%w", err)
		}
		line.Number = at.number
		all = append(all, line)
	}
	return all, nil
}

// eachLine calls f with each line that is not blank. The data is valid until f returns.
func eachLine(ctx context.Context, r io.Reader, name string, f func(at place, data []byte) error) error {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 1<<16), MaxLine)
	var at place
	var taken int64 // bytes up to the end of the line, line ending included
	lines := jsonvalue.Lines()
	sc.Split(func(data []byte, atEOF bool) (int, []byte, error) {
		advance, token, err := lines(data, atEOF)
		if token != nil {
			at.offset, at.size = taken, len(token)
		}
		taken += int64(advance)
		return advance, token, err
	})
	for sc.Scan() {
		if err := ctx.Err(); err != nil {
			return err
		}
		at.number++
		if len(bytes.TrimSpace(sc.Bytes())) == 0 {
			continue
		}
		if err := f(at, sc.Bytes()); err != nil {
			return err
		}
	}
	if errors.Is(sc.Err(), bufio.ErrTooLong) {
		return pipeline.FileErrorf(name, at.number+1, "a line of more than %d MB", MaxLine>>20)
	}
	if err := sc.Err(); err != nil {
		return pipeline.FileErrorf(name, at.number+1, "%w", err)
	}
	return nil
}
