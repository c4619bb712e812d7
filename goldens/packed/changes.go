package packed

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"sync"
)

// maxChanges is how many bytes of changes are in memory.
const maxChanges = 8 << 20

// changes are cases whose lines are to be replaced, in any order: sorted in memory, and on disk those that came before.
type changes struct {
	head int // how many bytes before the lines of a case are not written

	mu    sync.Mutex
	cases map[string][]byte // their new lines; empty: none any more
	size  int
	file  *os.File // of earlier ones
	runs  []run    // sorted runs there, one behind the other
}

// run is a sorted part of a file.
type run struct{ start, end int64 }

// put replaces the lines of a case; a later call holds.
func (c *changes) put(id string, lines []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cases == nil {
		c.cases = map[string][]byte{}
	}
	c.cases[id] = lines
	if c.size += len(id) + len(lines) + 64; c.size > maxChanges {
		return c.spill()
	}
	return nil
}

// none reports whether there are no changes.
func (c *changes) none() bool { return len(c.cases)+len(c.runs) == 0 }

// spill writes the changes in memory to disk.
func (c *changes) spill() (err error) {
	if c.file == nil {
		if c.file, err = os.CreateTemp("", "beaver-eval-goldens-*"); err != nil {
			return err
		}
		os.Remove(c.file.Name()) // where that can be done to an open file, a kill leaves nothing
	}
	start := int64(0)
	if n := len(c.runs); n > 0 {
		start = c.runs[n-1].end
	}
	w := bufio.NewWriter(c.file)
	size := int64(0)
	for _, id := range slices.Sorted(maps.Keys(c.cases)) {
		for _, text := range [][]byte{[]byte(id), c.cases[id]} {
			length := binary.AppendUvarint(nil, uint64(len(text)))
			w.Write(length)
			w.Write(text)
			size += int64(len(length) + len(text))
		}
	}
	c.runs = append(c.runs, run{start, start + size})
	clear(c.cases)
	c.size = 0
	return w.Flush()
}

// close removes what is on disk.
func (c *changes) close() error {
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	if gone := os.Remove(c.file.Name()); !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// sortedRun reads a run of changes.
type sortedRun struct {
	in        *bufio.Reader
	id, lines []byte // of the next case
	ended     bool
}

func (s *sortedRun) next() (err error) {
	if s.id, err = readText(s.in, s.id); errors.Is(err, io.EOF) {
		s.ended = true
		return nil
	}
	if err == nil {
		s.lines, err = readText(s.in, s.lines)
	}
	return err
}

// readText reads a text behind its length, into a buffer.
func readText(in *bufio.Reader, into []byte) ([]byte, error) {
	n, err := binary.ReadUvarint(in)
	if err != nil {
		return into, err
	}
	into = slices.Grow(into[:0], int(n))[:n]
	_, err = io.ReadFull(in, into)
	return into, err
}

// each calls f with the changes, sorted by case. It first puts all of them on disk.
func (c *changes) each(f func(id, lines []byte) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.spill(); err != nil {
		return err
	}
	all := make([]*sortedRun, len(c.runs))
	for i, r := range c.runs {
		all[i] = &sortedRun{in: bufio.NewReaderSize(io.NewSectionReader(c.file, r.start, r.end-r.start), 16<<10)}
		if err := all[i].next(); err != nil {
			return err
		}
	}
	for {
		var first *sortedRun // of those with the first case, the last one
		for _, r := range all {
			if !r.ended && (first == nil || bytes.Compare(r.id, first.id) <= 0) {
				first = r
			}
		}
		if first == nil {
			return nil
		}
		id := bytes.Clone(first.id)
		if err := f(id, first.lines); err != nil {
			return err
		}
		for _, r := range all {
			if !r.ended && bytes.Equal(r.id, id) {
				if err := r.next(); err != nil {
					return err
				}
			}
		}
	}
}

// merge writes an old file, nil for none, with the changes.
func (c *changes) merge(old *reader, to *writer) error {
	var oldID, oldLines []byte
	next := func() (err error) {
		if old != nil {
			oldID, oldLines, err = old.next()
		}
		return err
	}
	if err := next(); err != nil {
		return err
	}
	until := func(id []byte) error { // the cases before id, nil: all
		for oldLines != nil && (id == nil || bytes.Compare(oldID, id) < 0) {
			if err := errors.Join(to.add(oldLines), next()); err != nil {
				return err
			}
		}
		return nil
	}
	err := c.each(func(id, lines []byte) error {
		if err := until(id); err != nil {
			return err
		}
		if oldLines != nil && bytes.Equal(oldID, id) {
			if err := next(); err != nil {
				return err
			}
		}
		if len(lines) == 0 {
			return nil
		}
		return to.add(lines[c.head:])
	})
	return errors.Join(err, until(nil))
}
